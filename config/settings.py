"""One settings module. No environment variable set = embedded mode: SQLite, and everything in one process.

REDIS_URL switches to the scaled mode (web, worker and beat processes), DATABASE_URL to PostgreSQL.
All variables are explained in docs/operators/operating.md.
"""

from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF

from config import environment, logs
from core.limits import SESSION_IDLE_DAYS

env = environ.Env()
BASE_DIR = environment.ROOT
VAR = environment.make_directory(Path(env("EMPERORS_VAR", default=str(BASE_DIR / "var"))))

REDIS_URL = env("REDIS_URL", default="")
EMBEDDED = not REDIS_URL
DEBUG = environment.read_flag("DEBUG", default=False)
SECRET_KEY = environment.get_secret_key(env("SECRET_KEY", default=""), EMBEDDED, VAR)
ALLOWED_HOSTS = environment.get_allowed_hosts(env.list("ALLOWED_HOSTS", default=[]), EMBEDDED)
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])  # earlier ones, while what they signed is about
HTTPS = environment.read_flag("HTTPS", default=not EMBEDDED)
NUM_PROXIES = environment.read_number("NUM_PROXIES", default=0)
METRICS_TOKEN = env("METRICS_TOKEN", default="")
# Of links in mails; play sets it.
SITE_URL = environment.read_address("SITE_URL", default="" if EMBEDDED else f"https://{ALLOWED_HOSTS[0]}")

# ── Notices in the browser ─────────────────────────────────────────────────────────────────────────────────

VAPID_PRIVATE_KEY = environment.get_push_key(env("VAPID_PRIVATE_KEY", default=""), EMBEDDED, VAR)
VAPID_SUBJECT = env("VAPID_SUBJECT", default=SITE_URL or "mailto:noreply@localhost")
PUSH_HOSTS = env.list("PUSH_HOSTS", default=[])  # push services besides those of the known browsers
WEBHOOK_HOSTS = env.list("WEBHOOK_HOSTS", default=[])  # that webhooks may call although their addresses are private

# ── Applications ───────────────────────────────────────────────────────────────────────────────────────────

INSTALLED_APPS = [
    "config",
    "dynasty",
    "tournaments",
    "battlefield",  # for its command
    "config.apps.StaffConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "channels",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
    "template_partials",
]
OIDC_NAME = env("OIDC_NAME", default="OpenID Connect")  # of the provider, on the button of the log-in page
OIDC_URL = env("OIDC_URL", default="")
OIDC_CLIENT_ID = env("OIDC_CLIENT_ID", default="")
OIDC_SECRET = env("OIDC_SECRET", default="")
if OIDC_URL:
    INSTALLED_APPS += ["allauth.socialaccount", "allauth.socialaccount.providers.openid_connect"]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.middleware.request.log_request",
    "config.middleware.request.set_headers",
    "config.middleware.compression.Compression",
    "csp.middleware.CSPMiddleware",
    "config.middleware.incoming_text.IncomingTextMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "config.middleware.uncollected.UncollectedMiddleware",
    "config.middleware.https_only.require_https",
    "config.middleware.api_rate_limits.limit_calls",
    "config.middleware.slashes.SlashMiddleware",
    "config.middleware.csrf.CsrfMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.accounts.session_lifetimes.limit_lifetimes",
    "config.accounts.audit.log_failed_reauthentication",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "config.accounts.pupils.guide_pupils",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.middleware.request.set_language",
    "config.middleware.request.set_time_zone",
    "config.middleware.cost_meter.CostMiddleware",
    "config.middleware.rate_limits.RateLimitMiddleware",
    "config.staff.StaffMiddleware",
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEMPLATE_LOADERS = ["config.template_loader.Loader", "django.template.loaders.app_directories.Loader"]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                ("template_partials.loader.Loader", [("django.template.loaders.cached.Loader", TEMPLATE_LOADERS)])
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "libraries": {"i18n": "config.templatetags.sentences"},
        },
    }
]
FORM_RENDERER = "config.form_rendering.Renderer"

# ── Data ───────────────────────────────────────────────────────────────────────────────────────────────────

DATABASES = {
    "default": environment.build_database(
        environment.read_database(env, default=f"sqlite:///{VAR / 'emperors.sqlite3'}"),
        pool=environment.read_number("DB_POOL", default=8),
        statement_timeout=env("DB_STATEMENT_TIMEOUT", default="5s"),
        prepared=environment.read_flag("DB_PREPARED", default=True),
    )
}
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 100_000}}
    if EMBEDDED
    else {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": env("CACHE_URL", default=REDIS_URL),
        "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
        "KEY_PREFIX": "emp-cache",
    },
    # Parts of pages that are the same for many readers, by the tag {% cache %}: in memory, since a start changes them.
    "template_fragments": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "template-fragments",
        "TIMEOUT": None,
    },
}
PAGE_CACHE = environment.read_flag("PAGE_CACHE", default=not DEBUG)  # of pages for nobody in particular, for a second
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
DATA_UPLOAD_MAX_NUMBER_FILES = 4

# ── Static files ───────────────────────────────────────────────────────────────────────────────────────────

STATIC_URL = "/static/"
STATICFILES_DIRS = [path for path in (BASE_DIR / "static",) if path.is_dir()]
STATIC_ROOT = environment.make_directory(Path(env("STATIC_ROOT", default=str(VAR / "static"))))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": f"config.storage.{'Embedded' if EMBEDDED else 'Hashed'}StaticFiles"},
}
STATIC_COLLECTED = not EMBEDDED  # `play` collects them at its start
WHITENOISE_USE_FINDERS = EMBEDDED  # nothing to collect before the first start
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_ALLOW_ALL_ORIGINS = False  # only our own pages use them, and each response is shorter by a header
WHITENOISE_MAX_AGE = 0 if EMBEDDED else 60  # of files whose name holds no hash

# ── People ─────────────────────────────────────────────────────────────────────────────────────────────────

AUTH_USER_MODEL = "dynasty.User"
SESSION_ENGINE = "config.accounts.sessions"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": name}
    for name in (
        "config.accounts.passwords.SimilarityValidator",
        "config.accounts.passwords.LengthValidator",
        "config.accounts.passwords.CommonValidator",
        "config.accounts.passwords.DigitsValidator",
        "config.accounts.passwords.SiteWordsValidator",
    )
]
SILENCED_SYSTEM_CHECKS = [
    "security.W003",  # config.middleware.csrf derives from the middleware that it looks for
    "security.W022",  # config.middleware.request sets the header, on everything but static files
    "auth.W004",  # addresses are unique without case, by a constraint it cannot see
    "templates.W003",  # our tags of i18n replace those of Django
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"

EMAIL_URL = env("EMAIL_URL", default="")
EMAIL_FILE_PATH = str(VAR / "mail")
EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
EMAIL_TIMEOUT = 10
globals().update(environment.read_mail_server(env))
DEFAULT_FROM_EMAIL = env("DEFAULT_FROM_EMAIL", default="Emperors of the Dynasty <noreply@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if EMAIL_URL else "optional"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = bool(EMAIL_URL)
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = 600  # seconds
ACCOUNT_ADAPTER = "config.accounts.mails.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "config.accounts.pupils.PupilLoginForm",
    "signup": "config.accounts.forms.SignupForm",
    "add_email": "config.accounts.forms.AddEmailForm",
    "change_password": "config.accounts.forms.ChangePasswordForm",
    "set_password": "config.accounts.forms.SetPasswordForm",
    "reset_password": "config.accounts.resets.DeferredResetForm",
    "reset_password_from_key": "config.accounts.forms.ResetPasswordKeyForm",
    "reauthenticate": "config.accounts.forms.ReauthenticateForm",
}
MFA_FORMS = {
    "authenticate": "config.accounts.forms.AuthenticateForm",
    "reauthenticate": "config.accounts.forms.ReauthenticateCodeForm",
    "activate_totp": "config.accounts.forms.ActivateCodesForm",
}
ACCOUNT_RATE_LIMITS = {  # by account; by address counts config.middleware.rate_limits, which has room for a school
    "login": None, "login_failed": "5/300s/key", "signup": None, "reset_password": "5/m/key",
    "reset_password_from_key": None,
}  # fmt: skip
MFA_RATE_LIMITS = {"webauthn_login": None}  # there is no secret of an account to be guessed
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Emperors] "
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_SESSION_REMEMBER = None
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # before an address or a second factor is changed
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ALLAUTH_TRUSTED_PROXY_COUNT = NUM_PROXIES
MFA_ADAPTER = "config.accounts.secret_storage.SealedFactors"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS  # passkeys work on http://localhost
MFA_ALLOW_UNVERIFIED_EMAIL = not EMAIL_URL  # where no mail is sent, none can ever be verified
MFA_TOTP_ISSUER = "Emperors of the Dynasty"
SOCIALACCOUNT_ADAPTER = "config.accounts.single_sign_on.SingleSignOnAdapter"
SOCIALACCOUNT_EMAIL_AUTHENTICATION_AUTO_CONNECT = True  # of addresses that both sides have verified: see the adapter
SOCIALACCOUNT_EMAIL_VERIFICATION = "none"  # the provider has verified it, or nobody gets in
SOCIALACCOUNT_PROVIDERS = environment.build_sign_on(OIDC_NAME, OIDC_URL, OIDC_CLIENT_ID, OIDC_SECRET)
USERSESSIONS_TRACK_ACTIVITY = False  # would write to the database on every page

# ── Languages and time ─────────────────────────────────────────────────────────────────────────────────────

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("es", "Español"), ("ca", "Català")]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "config.formats"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# ── Security ───────────────────────────────────────────────────────────────────────────────────────────────

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],  # the QR code of two-factor log-in is a data: image
        "font-src": [SELF],
        "connect-src": [SELF],
        "worker-src": [SELF],
        "manifest-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF, *environment.list_sign_on_origins(OIDC_URL)],
        "frame-ancestors": [NONE],
    }
}
CSRF_FAILURE_VIEW = "config.problems.csrf_failure"
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = None  # config.middleware.request says both, of pages: they are nothing to a static file
SECURE_CROSS_ORIGIN_OPENER_POLICY = None
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^metrics$", r"^api/v1/"]  # the last is refused: config.middleware.https_only
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if NUM_PROXIES else None
SESSION_COOKIE_AGE = SESSION_IDLE_DAYS * 24 * 3600  # since it was last written: config.accounts.session_lifetimes
SESSION_COOKIE_NAME = "__Host-session" if HTTPS else "session"
CSRF_COOKIE_NAME = "__Host-csrf" if HTTPS else "csrf"
LANGUAGE_COOKIE_NAME = "__Host-language" if HTTPS else "language"
MESSAGE_STORAGE = "config.message_cookie.Messages"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"

# ── API ────────────────────────────────────────────────────────────────────────────────────────────────────

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "dynasty.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["config.api_defaults.DenyUndeclared"],
    "DEFAULT_PAGINATION_CLASS": "config.api_defaults.StablePagination",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["config.api_defaults.StrictJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "config.schema.StableNames",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "NUM_PROXIES": NUM_PROXIES,
    "EXCEPTION_HANDLER": "dynasty.api.problem_details.handle_error",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Emperors of the Dynasty",
    "DESCRIPTION": "Everything that the pages can do: read the world, give orders, run a dynasty.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PUBLIC": True,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "FateEnum": "tournaments.api.serializers.FATE_NAMES",
        "TournamentStatusEnum": "tournaments.models.Tournament.Status",
        "TreatyKindEnum": "tournaments.domain.treaties.KINDS",
        "WebhookFormatEnum": "dynasty.models.Webhook.Format",
    },
    "PREPROCESSING_HOOKS": ["config.schema.describe_views"],
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "config.schema.use_local_times",
        "config.schema.add_summaries",
        "config.schema.open_casual_operations",
        "config.schema.add_errors",
        "config.schema.close_bodies",
    ],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

# ── Live messages and background jobs ──────────────────────────────────────────────────────────────────────

if EMBEDDED:
    CHANNEL_LAYERS: dict[str, Any] = {
        "default": {"BACKEND": "config.embedded.worker.EmbeddedChannelLayer", "CONFIG": {"capacity": 10_000}}
    }  # one ear hears for all sockets
    CELERY_BROKER_URL = "memory://localhost/"
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {"polling_interval": 0.05}  # kombu's own is 1 s
else:
    # The pub/sub layer has one connection for a process; the core layer has one for every socket, and
    # redis-py's read timeout kills those that are idle.
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {
                "prefix": "emp",
                "hosts": [
                    {
                        "address": REDIS_URL,
                        "socket_timeout": None,
                        "socket_keepalive": True,
                        "health_check_interval": 30,
                    }
                ],
            },
        }
    }
    CELERY_BROKER_URL = REDIS_URL
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "global_keyprefix": "emp:",
        "visibility_timeout": 60,
        "socket_keepalive": True,
        "socket_timeout": 1,  # of a broker that hangs: who gives an order would wait for ever
        "socket_connect_timeout": 1,
        "health_check_interval": 10,
        "max_retries": 0,  # else kombu tries for 4 to 6 s to send one message
    }
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
# No soft limit: it would strike anywhere, within the database driver too. What may take long looks at the time itself,
# and the hard limit, below visibility_timeout, ends what hangs.
CELERY_TASK_TIME_LIMIT = 50
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_max": 0.2}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CONSUMER = "config.consumer.SteadyConsumer"
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "config.beat.SteadyScheduler"
# Hints, in seconds. Each worker sweeps by itself (config.sweeper), and what is done by the hour looks up when it was
# done last (dynasty.services.periodic). They expire late, for the clocks of two machines may differ by hours.
CELERY_BEAT_SCHEDULE = {
    task.rpartition(".")[2]: {"task": task, "schedule": every, "options": {"expires": 24 * 3600}}
    for task, every in (
        ("tournaments.tasks.sweep", 5.0),
        ("tournaments.tasks.tend_world", 10.0),
        ("tournaments.tasks.forget", 60.0),
        ("tournaments.tasks.measure", 2.0),
        ("tournaments.tasks.review", 2.0),
        ("tournaments.tasks.make_puzzles", 60.0),
        ("tournaments.tasks.warn", 30.0),
        ("tournaments.tasks.nightly", 300.0),
        ("tournaments.tasks.verify", 300.0),
        ("tournaments.tasks.replay", 300.0),
        ("dynasty.tasks.deliver", 5.0),
        ("dynasty.tasks.call_webhooks", 15.0),
        ("dynasty.tasks.hourly", 300.0),
    )
}

# ── Logs ───────────────────────────────────────────────────────────────────────────────────────────────────

LOG_FORMAT = env("LOG_FORMAT", default="console" if EMBEDDED else "json")
LOGGING = logs.build_configuration(
    form=LOG_FORMAT,
    level=env("LOG_LEVEL", default="WARNING" if EMBEDDED else "INFO"),
)
