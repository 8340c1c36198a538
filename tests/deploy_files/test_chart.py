"""The chart, as Helm's own code renders it: what Kubernetes takes, and what the site needs there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import helm_python
import kubernetes_validate
import pytest
import yaml
from pydantic import SecretStr

from config.settings.environment import Production
from config.settings.values import BASE_DIR
from tests.site.test_production import NEEDED

CHART = BASE_DIR / "deploy/chart"
VERSIONS = ("1.29", "1.34")
PROCESSES = {"web", "streams", "worker", "waiting", "clock"}
OWNER = {"database": {"host": "db", "owner": {"user": "saas_owner", "secret": "saas-owner"}}}
EVERYTHING: dict[str, Any] = {
    **OWNER,
    "image": {"repository": "registry.example.org/saas", "tag": "2", "pullSecrets": ["registry"]},
    "settings": {"SAAS_PROXIES": "2", "SAAS_EMAIL_HOST": "mail.example.org"},
    "web": {"autoscaling": {"enabled": True}},
    "worker": {"autoscaling": {"enabled": True}},
    "storage": {"className": "shared"},
    "signingKeysSecret": "saas-keys",
    "ingress": {"enabled": True, "className": "nginx", "annotations": {"a": "b"}, "tlsSecret": "saas-tls"},
    "backup": {"enabled": True, "className": "slow"},
    "networkPolicy": {
        "enabled": True,
        "from": [{"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "ingress"}}}],
        "to": [{"to": [{"ipBlock": {"cidr": "10.0.0.0/8"}}]}],
    },
    "serviceMonitor": {"enabled": True, "labels": {"release": "prometheus"}},
    "podAnnotations": {"a": "b"},
    "nodeSelector": {"disk": "fast"},
    "tolerations": [{"key": "saas", "operator": "Exists"}],
    "affinity": {"podAntiAffinity": {}},
}
RESTORING: dict[str, Any] = {**EVERYTHING, "restore": "20261124T033000Z"}


def rendered(values: dict[str, Any], name: str = "saas") -> list[dict[str, Any]]:
    with helm_python.Chart.load(str(CHART)) as chart:
        files = chart.render(values, name=name, namespace="league")
    texts = [text for path, text in files.items() if path.endswith(".yaml")]
    return [document for text in texts for document in yaml.safe_load_all(text) if document]


def pods(documents: list[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    for document in documents:
        spec = document["spec"]
        spec = spec["jobTemplate"]["spec"] if document["kind"] == "CronJob" else spec
        if "template" in spec:
            yield document["metadata"]["name"], spec["template"]["spec"]


def of_kind(documents: list[dict[str, Any]], kind: str) -> dict[str, dict[str, Any]]:
    return {each["metadata"]["name"]: each for each in documents if each["kind"] == kind}


def environment(pod: dict[str, Any]) -> dict[str, str]:
    return {each["name"]: each["value"] for each in pod["containers"][0]["env"]}


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("values", [{}, EVERYTHING, RESTORING], ids=["as it is", "everything", "restoring"])
def test_kubernetes_takes_what_is_rendered(values: dict[str, Any], version: str) -> None:
    documents = rendered(values)
    for document in documents:
        if document["kind"] != "ServiceMonitor":  # not Kubernetes' own
            kubernetes_validate.validate(document, version, strict=True)
    names = [(each["kind"], each["metadata"]["name"]) for each in documents]
    assert len(set(names)) == len(names)


def test_the_linter_of_charts_finds_nothing_wrong() -> None:
    found = helm_python.lint(str(CHART))
    assert [each["error"] for each in found["messages"] if each["error"] != "icon is recommended"] == []


def test_a_slip_in_a_resource_would_be_noticed() -> None:
    document = of_kind(rendered({}), "Deployment")["saas-web"]
    document["spec"]["template"]["spec"]["securitycontext"] = {}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(document, VERSIONS[0], strict=True)


@pytest.mark.parametrize(
    "values",
    [
        {"adress": "https://saas.example.org"},
        {"address": "http://saas.example.org"},
        {"web": {"replicas": 0}},
        {"database": {"owner": {"user": "saas_owner"}}},
        {"database": {"owner": {"secret": "saas-owner"}}},
        {"settings": {"PROXIES": "2"}},
        {"settings": {"SAAS_HSTS_SECONDS": 31536000}},
        {"backup": {"schedule": "daily"}},
        {"storage": {"enabled": False}},
        {"backup": {"enabled": True}, "restore": "the newest"},
        {"restore": "20261124T033000Z"},
    ],
)
def test_values_that_mean_nothing_or_lose_something_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(helm_python.HelmError):
        rendered(values)


@pytest.mark.parametrize(
    "name", [name for name, field in Production.model_fields.items() if field.annotation is SecretStr]
)
def test_a_secret_is_never_among_the_settings(name: str) -> None:
    with pytest.raises(helm_python.HelmError):
        rendered({"settings": {f"SAAS_{name}": "x"}})


def test_every_value_is_described() -> None:
    """With a default and in the schema, so that no name is passed over."""

    def names(values: dict[str, Any]) -> dict[str, Any]:
        return {key: names(value) if isinstance(value, dict) else None for key, value in values.items()}

    def described(schema: dict[str, Any]) -> dict[str, Any]:
        if "$ref" in schema:
            schema = whole["$defs"][schema["$ref"].rpartition("/")[2]]
        if "properties" not in schema:
            return {}
        return {name: described(part) or None for name, part in schema["properties"].items()}

    whole = json.loads((CHART / "values.schema.json").read_text())
    defaults = names(yaml.safe_load((CHART / "values.yaml").read_text()))

    def missing(written: Any, known: Any) -> list[str]:
        if not isinstance(written, dict) or not isinstance(known, dict):
            return []
        lacking = [name for name in written if name not in known]
        return lacking + [part for name in written for part in missing(written[name], known.get(name))]

    assert missing(defaults, described(whole)) == []


def test_the_site_starts_with_what_each_process_is_told() -> None:
    """A variable that the site does not know would keep it from starting."""
    known = {f"SAAS_{name}" for name in Production.model_fields} | {"SAAS_SECRETS"}
    for name, pod in pods(rendered(EVERYTHING)):
        variables = environment(pod)
        assert {each for each in variables if each.startswith("SAAS_")} <= known, name
        assert pod["enableServiceLinks"] is False, name
        assert set(NEEDED) - {"DJANGO_SETTINGS_MODULE", "SAAS_SECRET_KEY"} <= variables.keys(), name
    told = environment(dict(pods(rendered({"address": "https://saas.example.org:8443"})))["saas-web"])
    assert told["SAAS_ALLOWED_HOSTS"] == "saas.example.org"


@pytest.mark.parametrize("values", [{}, EVERYTHING], ids=["as it is", "with everything"])
def test_no_pod_has_rights_or_writes_where_nothing_is_kept(values: dict[str, Any]) -> None:
    for name, pod in pods(rendered(values)):
        assert pod["securityContext"]["runAsNonRoot"] is True, name
        assert pod["automountServiceAccountToken"] is False, name
        [container] = pod["containers"]
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }, name
        assert {"requests", "limits"} <= container["resources"].keys(), name
        mounted = {mount["name"] for mount in container["volumeMounts"]}
        assert mounted == {volume["name"] for volume in pod["volumes"]}, name


def test_every_process_runs_and_is_looked_after() -> None:
    deployments = of_kind(rendered({}), "Deployment")
    assert deployments.keys() == {f"saas-{process}" for process in PROCESSES}
    for process in PROCESSES:
        spec = deployments[f"saas-{process}"]["spec"]
        [container] = spec["template"]["spec"]["containers"]
        assert container["args"] == [process]
        assert {"startupProbe", "livenessProbe"} <= container.keys()
    assert deployments["saas-clock"]["spec"]["replicas"] == 1
    assert deployments["saas-clock"]["spec"]["strategy"] == {"type": "Recreate"}
    web = deployments["saas-web"]["spec"]["template"]["spec"]["containers"][0]
    assert web["readinessProbe"]["httpGet"]["path"] == "/health/ready/"
    assert web["livenessProbe"]["httpGet"]["path"] == "/health/live/"


def test_the_database_is_migrated_before_anything_else_is_changed() -> None:
    """As its owner, where there is one; and with nothing that only the release itself makes."""
    job = of_kind(rendered(OWNER), "Job")["saas-migrate"]
    assert job["metadata"]["annotations"]["helm.sh/hook"] == "pre-install,pre-upgrade"
    pod = job["spec"]["template"]["spec"]
    assert pod["containers"][0]["args"] == ["migrate", "saas"]
    assert environment(pod)["SAAS_DB_USER"] == "saas_owner"
    assert [each["secret"]["secretName"] for each in pod["volumes"] if "secret" in each] == ["saas-owner"]
    assert "persistentVolumeClaim" not in json.dumps(pod)
    alone = of_kind(rendered({}), "Job")["saas-migrate"]["spec"]["template"]["spec"]
    assert alone["containers"][0]["args"] == ["migrate"]


def test_what_is_scaled_has_no_number_of_its_own() -> None:
    """It would be put back with each upgrade."""
    documents = rendered(EVERYTHING)
    scalers, deployments = of_kind(documents, "HorizontalPodAutoscaler"), of_kind(documents, "Deployment")
    assert scalers.keys() == {"saas-web", "saas-worker"}
    for name, scaler in scalers.items():
        assert "replicas" not in deployments[name]["spec"]
        assert scaler["spec"]["scaleTargetRef"]["name"] == name
    [metric] = scalers["saas-worker"]["spec"]["metrics"]
    assert metric["external"]["metric"]["name"] == "saas_jobs"
    adapter = yaml.safe_load((BASE_DIR / "deploy/monitoring/adapter.yml").read_text())
    assert adapter["rules"]["external"][0]["name"]["as"] == "saas_jobs"
    told = (BASE_DIR / "config/monitoring/metrics.py").read_text()
    assert re.search(r'"saas_jobs", .*labels=\["kind", "state"\]', told)


def test_services_budgets_and_policies_choose_pods_that_there_are() -> None:
    documents = rendered(EVERYTHING, name="league")
    deployments = of_kind(documents, "Deployment").values()
    labels = [each["spec"]["template"]["metadata"]["labels"] for each in deployments]
    kinds = ("Service", "PodDisruptionBudget", "NetworkPolicy")
    for document in (each for each in documents if each["kind"] in kinds):
        selector = document["spec"].get("podSelector") or document["spec"]["selector"]
        wanted = selector.get("matchLabels", selector).items()
        assert any(wanted <= each.items() for each in labels), document["metadata"]["name"]
    [ingress] = of_kind(documents, "Ingress").values()
    paths = ingress["spec"]["rules"][0]["http"]["paths"]
    services = of_kind(documents, "Service")
    leads = {path["path"]: path["backend"]["service"] for path in paths}
    assert leads.keys() == {"/stream/", "/"}
    for target in leads.values():
        ports = [port["name"] for port in services[target["name"]]["spec"]["ports"]]
        assert target["port"]["name"] in ports


def test_backups_are_made_and_tried_by_their_commands() -> None:
    documents = rendered(EVERYTHING)
    made = dict(pods(documents))
    backup = ["manage", "backup", "/var/backups/saas", "--keep", "14"]
    assert made["saas-backup"]["containers"][0]["args"] == [*backup, "--with-keys"]
    without = dict(pods(rendered({"backup": {"enabled": True, "withKeys": False}})))
    assert without["saas-backup"]["containers"][0]["args"] == backup
    rehearsed = made["saas-rehearsal"]["containers"][0]["args"]
    assert rehearsed == ["manage", "rehearse_restore", "/var/backups/saas"]
    claims = of_kind(documents, "PersistentVolumeClaim")
    kept = [each["metadata"]["annotations"] for each in claims.values()]
    assert kept == [{"helm.sh/resource-policy": "keep"}] * 2
    backups = {"name": "backups", "persistentVolumeClaim": {"claimName": "saas-backups"}}
    assert backups in made["saas-backup"]["volumes"]
    assert claims.keys() == {"saas", "saas-backups"}


def test_while_a_backup_is_restored_nothing_else_runs() -> None:
    """A migration would fill the database, which has to be empty."""
    documents = rendered(RESTORING)
    deployments = of_kind(documents, "Deployment").values()
    assert [each["spec"]["replicas"] for each in deployments] == [0] * len(PROCESSES)
    assert all(each["spec"]["suspend"] for each in of_kind(documents, "CronJob").values())
    jobs = of_kind(documents, "Job")
    assert jobs.keys() == {"saas-restore"}
    [container] = jobs["saas-restore"]["spec"]["template"]["spec"]["containers"]
    assert container["args"] == ["manage", "restore", "/var/backups/saas/20261124T033000Z"]
    assert not any(each["spec"]["suspend"] for each in of_kind(rendered(EVERYTHING), "CronJob").values())
