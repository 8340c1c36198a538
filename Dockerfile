# One image for every process of the site (deploy/serve says which there are): small, without a compiler, run by a
# user of its own, in the folder in which docs/operator.md installs the site by hand. It holds no secret.
# `deploy/rehearse --image` follows these lines on a machine without a container engine.

FROM debian:bookworm-slim AS build
SHELL ["/bin/bash", "-euo", "pipefail", "-c"]
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates gcc libc6-dev python3-dev python3-venv
WORKDIR /srv/saas
COPY requirements/base.txt requirements/engine.txt requirements/
# The tools stay behind; what the site runs on has neither them nor pip.
RUN python3 -m venv /tools \
    && /tools/bin/pip install --no-cache-dir --require-hashes --requirement requirements/engine.txt \
    && python3 -m venv --without-pip .venv \
    && /tools/bin/pip --python .venv/bin/python install --no-cache-dir --require-hashes \
        --requirement requirements/base.txt
# What the compiled engine is made of comes first: it takes minutes, and stays until one of these changes.
COPY LICENSE pyproject.toml setup.py ./
COPY rules_engine rules_engine
COPY config/__init__.py config/compiled_engine.py config/
COPY deploy/__init__.py deploy/engine.py deploy/
RUN /tools/bin/python -m deploy.engine && test -d .engine && rm -rf .mypy_cache build ./*.egg-info
COPY . .
RUN .venv/bin/python -m deploy.words compile \
    && .venv/bin/python -m compileall -q config deploy rules_engine sanctioning tournaments scoring
# The settings want a key and an address; these are made for this one command.
RUN DJANGO_SETTINGS_MODULE=config.settings.production SAAS_STATIC=/srv/saas/collected \
    SAAS_SECRET_KEY="$(python3 -c 'import secrets; print(secrets.token_urlsafe(50))')" \
    SAAS_ALLOWED_HOSTS=localhost SAAS_SITE_ADDRESS=https://localhost \
    .venv/bin/python manage.py collectstatic --no-input --verbosity 0

FROM debian:bookworm-slim
# The libraries of the papers, as the page on operating names them, and what makes backups.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates python3 postgresql-client \
        libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fontconfig fonts-dejavu-core \
    && rm -rf /var/lib/apt/lists/* \
    && groupadd --gid 10001 saas \
    && useradd --uid 10001 --gid saas --home-dir /srv/saas --shell /usr/sbin/nologin saas \
    && install --directory --owner saas --group saas /srv/saas/var /var/backups/saas
COPY --from=build /srv/saas /srv/saas
WORKDIR /srv/saas
ENV DJANGO_SETTINGS_MODULE=config.settings.production \
    PYTHONUNBUFFERED=1 \
    SAAS_STATIC=/srv/saas/collected \
    SAAS_VAR=/srv/saas/var \
    WEB_BIND=0.0.0.0:8000 \
    STREAMS_BIND=0.0.0.0:8001 \
    XDG_CACHE_HOME=/tmp/cache
USER 10001:10001
EXPOSE 8000 8001
ENTRYPOINT ["/srv/saas/deploy/serve"]
CMD ["web"]
