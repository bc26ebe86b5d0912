# The scaled mode's image: one image for web, worker, beat and release (see compose.yaml).
FROM python:3.12-slim-bookworm

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1 \
    EMPERORS_BOOTSTRAP=0 EMPERORS_VAR=/srv/var STATIC_ROOT=/srv/static

WORKDIR /srv/emperors
COPY requirements/play.txt requirements/
RUN pip install --require-hashes --no-deps -r requirements/play.txt
COPY . .
# The static files get their hashed names here; these settings are for this step only.
RUN REDIS_URL=redis://build SECRET_KEY=build ALLOWED_HOSTS=build python manage.py collectstatic --no-input \
    && useradd --system --home /srv/var emperors && mkdir -p /srv/var && chown emperors /srv/var
USER emperors
EXPOSE 8000
CMD ["sh", "-c", "exec uvicorn config.asgi:application --host 0.0.0.0 --port 8000 --workers ${WEB_CONCURRENCY:-2} --lifespan off --no-proxy-headers --no-server-header --no-access-log --ws-max-size 4096 --ws-per-message-deflate false --timeout-keep-alive 150 --timeout-graceful-shutdown 5"]
