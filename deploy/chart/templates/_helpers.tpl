{{- define "saas.name" -}}
{{- if contains "saas" .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-saas" .Release.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "saas.selector" -}}
app.kubernetes.io/name: saas
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "saas.labels" -}}
{{ include "saas.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "saas.host" -}}
{{- (urlParse .Values.address).host | splitList ":" | first }}
{{- end }}

{{- /* What every process is told; what is secret it reads from files. */}}
{{- define "saas.environment" -}}
- { name: SAAS_SITE_ADDRESS, value: {{ .Values.address | quote }} }
- { name: SAAS_ALLOWED_HOSTS, value: {{ include "saas.host" . | quote }} }
- { name: SAAS_SECRETS, value: /run/secrets/saas }
- { name: SAAS_DB_HOST, value: {{ .Values.database.host | quote }} }
- { name: SAAS_DB_PORT, value: {{ .Values.database.port | quote }} }
- { name: SAAS_DB_NAME, value: {{ .Values.database.name | quote }} }
- { name: SAAS_DB_USER, value: {{ ternary .Values.database.owner.user .Values.database.user (and .asOwner (ne .Values.database.owner.user "")) | quote }} }
{{- with .Values.redis.broker }}
- { name: SAAS_BROKER_URL, value: {{ . | quote }} }
{{- end }}
{{- with .Values.redis.cache }}
- { name: SAAS_CACHE_URL, value: {{ . | quote }} }
{{- end }}
{{- if .Values.signingKeysSecret }}
- { name: SAAS_SIGNING_KEYS, value: /run/signing-keys }
{{- end }}
{{- range $name, $value := .Values.settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}

{{- define "saas.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "saas.container" -}}
image: {{ include "saas.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{- define "saas.mounts" -}}
- { name: tmp, mountPath: /tmp }
- { name: secrets, mountPath: /run/secrets/saas, readOnly: true }
- { name: var, mountPath: /srv/saas/var }
{{- if .Values.signingKeysSecret }}
- { name: signing-keys, mountPath: /run/signing-keys, readOnly: true }
{{- end }}
{{- end }}

{{- /* Of `shared`: whether the process needs the files that all share. */}}
{{- define "saas.volumes" -}}
- { name: tmp, emptyDir: {} }
- name: secrets
  secret:
    secretName: {{ ternary .Values.database.owner.secret .Values.secret (and .asOwner (ne .Values.database.owner.secret "")) | quote }}
    defaultMode: 0440
{{- if and .shared .Values.storage.enabled }}
- name: var
  persistentVolumeClaim: { claimName: {{ .Values.storage.existingClaim | default (include "saas.name" .) | quote }} }
{{- else }}
- { name: var, emptyDir: {} }
{{- end }}
{{- if .Values.signingKeysSecret }}
- name: signing-keys
  secret: { secretName: {{ .Values.signingKeysSecret | quote }}, defaultMode: 0440 }
{{- end }}
{{- end }}

{{- /* Links to services would be variables such as SAAS_WEB_PORT, which the site takes for settings and refuses. */}}
{{- define "saas.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
{{- range . }}
  - { name: {{ . | quote }} }
{{- end }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- /* Pods of one process stand on different nodes where they can. */}}
{{- define "saas.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "saas.selector" . | nindent 8 }}
        app.kubernetes.io/component: {{ .process }}
{{- end }}

{{- define "saas.alive" -}}
exec: { command: [/srv/saas/deploy/serve, alive, {{ . }}] }
timeoutSeconds: 10
{{- end }}
