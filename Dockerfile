# The scaled mode's image: one image for web, worker, beat and release (see compose.yaml).

# What is installed and collected here is copied into the image below; pip and its cache stay behind.
FROM python:3.12-slim-bookworm AS build
ENV PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 EMPERORS_BOOTSTRAP=0
RUN python -m venv /opt/venv
ENV PATH=/opt/venv/bin:$PATH
WORKDIR /srv/emperors
COPY requirements/play.txt requirements/
RUN pip install --require-hashes --no-deps -r requirements/play.txt
COPY . .
# The static files get their hashed names here; these settings are for this step only.
RUN REDIS_URL=redis://build SECRET_KEY=build ALLOWED_HOSTS=build STATIC_ROOT=/srv/static EMPERORS_VAR=/tmp/var \
    python manage.py collectstatic --no-input

FROM python:3.12-slim-bookworm
# pg_dump and pg_restore, for `manage.py backup` and `restore`. Debian keeps one version of it at a time.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends postgresql-client \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /srv/var --create-home emperors
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PATH=/opt/venv/bin:$PATH \
    EMPERORS_BOOTSTRAP=0 EMPERORS_VAR=/srv/var STATIC_ROOT=/srv/static
COPY --from=build /opt/venv /opt/venv
COPY --from=build /srv/static /srv/static
COPY --from=build /srv/emperors /srv/emperors
WORKDIR /srv/emperors
USER 10001
EXPOSE 8000
CMD ["sh", "-c", "exec uvicorn config.asgi:application --host 0.0.0.0 --port 8000 --workers ${WEB_CONCURRENCY:-2} --lifespan off --no-proxy-headers --no-server-header --no-access-log --log-config config/uvicorn.json --ws config.lean_sockets:LeanSocketProtocol --ws-max-size 4096 --ws-per-message-deflate false --ws-ping-interval 60 --timeout-keep-alive 150 --timeout-graceful-shutdown 5"]
