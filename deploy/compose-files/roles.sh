#!/bin/sh
# Run once by PostgreSQL's image, in an empty folder of data: the database belongs to a role of its own, and the site
# connects as another, which `deploy/serve migrate saas` gives its rights (docs/operator.md, Two roles).
set -eu
psql --set ON_ERROR_STOP=1 --username postgres \
    --set owner_password="$(cat /run/secrets/SAAS_DB_OWNER_PASSWORD)" \
    --set site_password="$(cat /run/secrets/SAAS_DB_PASSWORD)" <<'SQL'
CREATE ROLE saas_owner LOGIN CREATEDB PASSWORD :'owner_password';
CREATE ROLE saas LOGIN PASSWORD :'site_password';
CREATE DATABASE saas OWNER saas_owner ENCODING 'UTF8' TEMPLATE template0;
SQL
