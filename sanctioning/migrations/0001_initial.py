"""All tables of the app at once: see `sanctioning.kit.one_step_migration`."""

import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import sanctioning.kit.clock
import sanctioning.kit.installation.models
import sanctioning.kit.money
import uuid
from django.conf import settings
from django.db import migrations, models

from django.contrib.postgres.operations import BtreeGistExtension
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from sanctioning.kit.one_step_migration import MakeTables


# On PostgreSQL two terms of one person in one office exclude each other, also for two clerks at once;
# SQLite lets one write at a time, so that the guard on the table is enough there.
ADD = """
    ALTER TABLE sanctioning_appointment ADD CONSTRAINT appointment_one_term_at_a_time EXCLUDE USING gist (
        person_id WITH =,
        office WITH =,
        COALESCE(club_id, 0) WITH =,
        daterange(first_day, last_day, '[]') WITH &&
    )
"""
DROP = "ALTER TABLE sanctioning_appointment DROP CONSTRAINT appointment_one_term_at_a_time"


def add(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    if editor.connection.vendor == "postgresql":
        editor.execute(ADD)


def drop(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    if editor.connection.vendor == "postgresql":
        editor.execute(DROP)


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        MakeTables(
            tables=[
                migrations.CreateModel(
                    name='BankUpload',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=200)),
                        ('sha256', models.CharField(max_length=64)),
                        ('uploaded_at', models.DateTimeField()),
                    ],
                    options={
                        'ordering': ['-id'],
                    },
                ),
                migrations.CreateModel(
                    name='Club',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveIntegerField(unique=True)),
                        ('name', models.CharField(max_length=120, unique=True)),
                        ('slug', models.SlugField(max_length=60, unique=True)),
                        ('place', models.CharField(blank=True, max_length=120)),
                        ('time_zone', models.CharField(default=sanctioning.kit.clock.authority_zone_name, max_length=60)),
                        ('state', models.CharField(choices=[('applied', 'applied'), ('returned', 'returned with a question'), ('approved', 'approved'), ('refused', 'refused'), ('withdrawn', 'withdrawn'), ('closed', 'closed')], default='applied', max_length=10)),
                        ('registered_at', models.DateTimeField()),
                        ('approved_at', models.DateTimeField(blank=True, null=True)),
                        ('turn_until', models.DateField(blank=True, help_text='Last day for the next act.', null=True)),
                        ('reason', models.TextField(blank=True, help_text='Why it was refused or closed.')),
                    ],
                    options={
                        'ordering': ['name'],
                    },
                ),
                migrations.CreateModel(
                    name='EventType',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('slug', models.SlugField(max_length=40, unique=True)),
                        ('name', models.CharField(max_length=80, unique=True)),
                        ('order', models.PositiveSmallIntegerField(unique=True)),
                        ('retired_on', models.DateField(blank=True, help_text='From this day nobody applies for it.', null=True)),
                    ],
                    options={
                        'ordering': ['order'],
                    },
                ),
                migrations.CreateModel(
                    name='Level',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('slug', models.SlugField(max_length=40, unique=True)),
                        ('name', models.CharField(max_length=80, unique=True)),
                        ('order', models.PositiveSmallIntegerField(unique=True)),
                        ('retired_on', models.DateField(blank=True, help_text='From this day nobody applies for it.', null=True)),
                        ('restricted', models.BooleanField(default=False, help_text='Needs an entry condition that is checked.')),
                        ('playoff', models.BooleanField(default=False, help_text='The level of playoffs and consolations.')),
                        ('special_event', models.BooleanField(default=False, help_text='No bar reaches it.')),
                    ],
                    options={
                        'ordering': ['order'],
                    },
                ),
                migrations.CreateModel(
                    name='Person',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.CharField(max_length=12, unique=True)),
                        ('given_names', models.CharField(max_length=80)),
                        ('family_name', models.CharField(max_length=80)),
                        ('registered_at', models.DateTimeField()),
                        ('publicity', models.CharField(choices=[('listed', 'my name in lists and results, and my page'), ('results', 'my name in results and rosters only'), ('number', 'my member number in place of my name')], default='listed', max_length=7)),
                        ('anonymised_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'ordering': ['family_name', 'given_names', 'number'],
                    },
                ),
                migrations.CreateModel(
                    name='Sequence',
                    fields=[
                        ('name', models.CharField(max_length=40, primary_key=True, serialize=False)),
                        ('last', models.PositiveBigIntegerField(default=0)),
                    ],
                ),
                migrations.CreateModel(
                    name='Account',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('password', models.CharField(max_length=128, verbose_name='password')),
                        ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                        ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                        ('email', models.EmailField(error_messages={'unique': "This e-mail address "
                                                                              "already has an account. "
                                                                              "Sign in with it."}, max_length=254, unique=True, verbose_name='e-mail address')),
                        ('name', models.CharField(blank=True, max_length=120)),
                        ('language', models.CharField(blank=True, help_text='Empty: as the browser asks.', max_length=12)),
                        ('is_active', models.BooleanField(default=True, verbose_name='may sign in')),
                        ('is_staff', models.BooleanField(default=False, verbose_name='may use the administration pages')),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('password_changed_at', models.DateTimeField(editable=False, help_text='Empty: never since the account was made.', null=True)),
                        ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                        ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                    ],
                ),
                migrations.CreateModel(
                    name='ApiToken',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(help_text="What it is for, in its owner's words.", max_length=60)),
                        ('ending', models.CharField(help_text='Its last letters, to know it by.', max_length=4)),
                        ('sha256', models.CharField(max_length=64, unique=True)),
                        ('scope', models.CharField(choices=[('read', 'read only'), ('full', "everything "
                                                                                            "you may do")], default='read', max_length=8)),
                        ('made_at', models.DateTimeField()),
                        ('expires_at', models.DateTimeField()),
                        ('last_used_at', models.DateTimeField(blank=True, null=True)),
                        ('revoked_at', models.DateTimeField(blank=True, null=True)),
                        ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'ordering': ['-made_at', '-id'],
                    },
                ),
                migrations.CreateModel(
                    name='Installation',
                    fields=[
                        ('id', models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                        ('demo', models.BooleanField(default=False)),
                        ('demo_loaded_at', models.DateTimeField(blank=True, null=True)),
                        ('name', models.CharField(blank=True, max_length=120)),
                        ('short_name', models.CharField(blank=True, max_length=20)),
                        ('languages', models.JSONField(default=sanctioning.kit.installation.models.no_languages)),
                        ('language', models.CharField(blank=True, max_length=10)),
                        ('time_zone', models.CharField(blank=True, max_length=60)),
                        ('currency', models.CharField(blank=True, max_length=3)),
                        ('contact_name', models.CharField(blank=True, max_length=120)),
                        ('contact_email', models.EmailField(blank=True, max_length=254)),
                        ('postal_address', models.TextField(blank=True, max_length=1000)),
                        ('imprint', models.TextField(blank=True, max_length=20000)),
                        ('privacy', models.TextField(blank=True, max_length=50000)),
                        ('crest', models.BinaryField(blank=True, null=True)),
                        ('crest_type', models.CharField(blank=True, max_length=20)),
                        ('crest_sha256', models.CharField(blank=True, max_length=64)),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='one_installation')],
                    },
                ),
                migrations.CreateModel(
                    name='Invoice',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveIntegerField(unique=True)),
                        ('text', models.CharField(max_length=300)),
                        ('amount', sanctioning.kit.money.MoneyField()),
                        ('currency', models.CharField(max_length=3)),
                        ('issued_on', models.DateField()),
                        ('due_on', models.DateField()),
                        ('document', models.CharField(blank=True, max_length=200)),
                        ('document_sha256', models.CharField(blank=True, max_length=64)),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='invoices', to='sanctioning.club')),
                    ],
                    options={
                        'ordering': ['-number'],
                    },
                ),
                migrations.CreateModel(
                    name='Job',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(max_length=80)),
                        ('key', models.CharField(help_text='Tells jobs of one kind apart; sent twice is one job.', max_length=200)),
                        ('payload', models.JSONField(blank=True, default=dict)),
                        ('state', models.CharField(choices=[('queued', 'queued'), ('running', 'running'), ('done', 'done'), ('failed', 'failed'), ('cancelled', 'cancelled')], default='queued', max_length=9)),
                        ('attempts', models.PositiveSmallIntegerField(default=0)),
                        ('due_at', models.DateTimeField(default=django.utils.timezone.now, help_text='Not carried out before.')),
                        ('rung_at', models.DateTimeField(blank=True, help_text='When the bell was last rung for it.', null=True)),
                        ('lease_until', models.DateTimeField(blank=True, null=True)),
                        ('token', models.UUIDField(blank=True, editable=False, null=True)),
                        ('progress_done', models.PositiveIntegerField(default=0)),
                        ('progress_total', models.PositiveIntegerField(default=0, help_text='0 while nobody knows.')),
                        ('result', models.JSONField(blank=True, null=True)),
                        ('error', models.TextField(blank=True)),
                        ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                        ('started_at', models.DateTimeField(blank=True, null=True)),
                        ('finished_at', models.DateTimeField(blank=True, null=True)),
                        ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='jobs', to=settings.AUTH_USER_MODEL)),
                    ],
                ),
                migrations.CreateModel(
                    name='Payment',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('amount', sanctioning.kit.money.MoneyField()),
                        ('received_on', models.DateField()),
                        ('method', models.CharField(choices=[('hand', 'by hand'), ('bank', 'bank')], max_length=4)),
                        ('reference', models.CharField(blank=True, max_length=200)),
                        ('entered_at', models.DateTimeField()),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='payments', to='sanctioning.club')),
                        ('invoice', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='payments', to='sanctioning.invoice')),
                    ],
                    options={
                        'ordering': ['id'],
                    },
                ),
                migrations.CreateModel(
                    name='BankLine',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('key', models.CharField(max_length=64, unique=True)),
                        ('day', models.DateField()),
                        ('amount', sanctioning.kit.money.MoneyField()),
                        ('payer', models.CharField(blank=True, max_length=200)),
                        ('reference', models.CharField(blank=True, max_length=300)),
                        ('why_unmatched', models.CharField(blank=True, max_length=200)),
                        ('upload', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='sanctioning.bankupload')),
                        ('payment', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='bank_line', to='sanctioning.payment')),
                    ],
                    options={
                        'ordering': ['id'],
                    },
                ),
                migrations.CreateModel(
                    name='PrivateData',
                    fields=[
                        ('person', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='private', serialize=False, to='sanctioning.person')),
                        ('email', models.EmailField(blank=True, max_length=254)),
                        ('birth_date', models.DateField(blank=True, db_index=True, null=True)),
                        ('address', models.TextField(blank=True)),
                    ],
                    options={
                        'verbose_name_plural': 'private data',
                    },
                ),
                migrations.CreateModel(
                    name='Message',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('key', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ('kind', models.SlugField(max_length=60)),
                        ('thing_type', models.CharField(max_length=60)),
                        ('thing_id', models.CharField(max_length=40)),
                        ('occasion', models.CharField(blank=True, max_length=60)),
                        ('subject', models.CharField(max_length=200)),
                        ('text', models.TextField()),
                        ('path', models.CharField(help_text='The page of the thing, without the host.', max_length=300)),
                        ('at', models.DateTimeField()),
                        ('written_at', models.DateTimeField(auto_now_add=True)),
                        ('read_at', models.DateTimeField(blank=True, null=True)),
                        ('state', models.CharField(choices=[('waiting', 'waiting to be sent'), ('sent', 'sent by e-mail'), ('failed', 'could not be sent by e-mail'), ('no-address', "only "
                                                                                                                                                                                     "on "
                                                                                                                                                                                     "this "
                                                                                                                                                                                     "site")], max_length=10)),
                        ('reason', models.CharField(blank=True, help_text='Why no mail went.', max_length=300)),
                        ('attempts', models.PositiveSmallIntegerField(default=0)),
                        ('tried_at', models.DateTimeField(blank=True, null=True)),
                        ('sent_at', models.DateTimeField(blank=True, null=True)),
                        ('to', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='messages', to='sanctioning.person')),
                    ],
                    options={
                        'ordering': ['-at', '-id'],
                    },
                ),
                migrations.CreateModel(
                    name='Merge',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('reason', models.TextField()),
                        ('lent', models.JSONField(default=dict)),
                        ('at', models.DateTimeField()),
                        ('undone_at', models.DateTimeField(blank=True, null=True)),
                        ('undone_reason', models.TextField(blank=True)),
                        ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('kept', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='merges_kept', to='sanctioning.person')),
                        ('merged', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='merges', to='sanctioning.person')),
                        ('undone_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                    ],
                    options={
                        'ordering': ['-id'],
                    },
                ),
                migrations.CreateModel(
                    name='Leave',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('first_day', models.DateField()),
                        ('last_day', models.DateField()),
                        ('why', models.CharField(blank=True, max_length=200)),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='leaves', to='sanctioning.person')),
                    ],
                    options={
                        'verbose_name_plural': 'leaves',
                        'ordering': ['first_day', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='FeeSchedule',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('title', models.CharField(max_length=160)),
                        ('first_day', models.DateField(blank=True, help_text='May be left open while it is a draft.', null=True)),
                        ('body', models.JSONField()),
                        ('edit', models.PositiveIntegerField(default=1)),
                        ('drafted_at', models.DateTimeField(blank=True, null=True)),
                        ('edited_at', models.DateTimeField(blank=True, null=True)),
                        ('adopted_at', models.DateTimeField(blank=True, null=True)),
                        ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                        ('number', models.PositiveIntegerField(unique=True)),
                        ('adopted_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('drafted_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('edited_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('withdrawn_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                    ],
                    options={
                        'ordering': ['first_day', 'number'],
                    },
                ),
                migrations.CreateModel(
                    name='DeclaredConflict',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('reason', models.CharField(max_length=200)),
                        ('first_day', models.DateField()),
                        ('last_day', models.DateField(blank=True, null=True)),
                        ('with_club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.club')),
                        ('declared_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='conflicts', to='sanctioning.person')),
                        ('with_person', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                    ],
                    options={
                        'ordering': ['first_day', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='DataCopy',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('asked_at', models.DateTimeField()),
                        ('ready_at', models.DateTimeField(blank=True, null=True)),
                        ('last_day', models.DateField(blank=True, null=True)),
                        ('file', models.CharField(blank=True, max_length=200)),
                        ('sha256', models.CharField(blank=True, max_length=64)),
                        ('size', models.PositiveBigIntegerField(default=0)),
                        ('job', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='data_copy', to='sanctioning.job')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='data_copies', to='sanctioning.person')),
                    ],
                    options={
                        'verbose_name_plural': 'data copies',
                        'ordering': ['-id'],
                    },
                ),
                migrations.CreateModel(
                    name='CreditNote',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveIntegerField(unique=True)),
                        ('amount', sanctioning.kit.money.MoneyField()),
                        ('reason', models.TextField()),
                        ('issued_on', models.DateField()),
                        ('invoice', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='credit_notes', to='sanctioning.invoice')),
                        ('issued_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                    ],
                    options={
                        'ordering': ['number'],
                    },
                ),
                migrations.CreateModel(
                    name='ClubQuestion',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('question', models.TextField()),
                        ('asked_at', models.DateTimeField()),
                        ('answer', models.TextField(blank=True)),
                        ('answered_at', models.DateTimeField(blank=True, null=True)),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='questions', to='sanctioning.club')),
                        ('answered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('asked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                    ],
                    options={
                        'ordering': ['id'],
                    },
                ),
                migrations.CreateModel(
                    name='ClaimCode',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('sha256', models.CharField(max_length=64, unique=True)),
                        ('issued_at', models.DateTimeField()),
                        ('last_day', models.DateField()),
                        ('used_at', models.DateTimeField(blank=True, null=True)),
                        ('used_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('issued_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='claim_codes', to='sanctioning.person')),
                    ],
                    options={
                        'ordering': ['-id'],
                    },
                ),
                migrations.CreateModel(
                    name='Claim',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('given_names', models.CharField(blank=True, max_length=80)),
                        ('family_name', models.CharField(max_length=80)),
                        ('number', models.CharField(blank=True, max_length=12)),
                        ('birth_date', models.DateField(blank=True, null=True)),
                        ('words', models.TextField(blank=True)),
                        ('asked_at', models.DateTimeField()),
                        ('state', models.CharField(choices=[('waiting', 'waiting'), ('accepted', 'accepted'), ('refused', 'refused'), ('withdrawn', 'withdrawn')], default='waiting', max_length=9)),
                        ('decided_at', models.DateTimeField(blank=True, null=True)),
                        ('reason', models.TextField(blank=True)),
                        ('account', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='claims_of_record', to=settings.AUTH_USER_MODEL)),
                        ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('person', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='sanctioning.person')),
                    ],
                    options={
                        'ordering': ['asked_at', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='Bar',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('first_day', models.DateField()),
                        ('last_day', models.DateField(blank=True, help_text='Empty: until it is lifted.', null=True)),
                        ('reach', models.JSONField()),
                        ('why', models.TextField()),
                        ('imposed_at', models.DateTimeField()),
                        ('lifted_at', models.DateTimeField(blank=True, null=True)),
                        ('lifted_for', models.TextField(blank=True)),
                        ('imposed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('lifted_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='bars', to='sanctioning.person')),
                    ],
                    options={
                        'ordering': ['first_day', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='AuditEntry',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('at', models.DateTimeField()),
                        ('written_at', models.DateTimeField(auto_now_add=True)),
                        ('action', models.CharField(max_length=60)),
                        ('why', models.TextField(blank=True)),
                        ('thing_type', models.CharField(max_length=60)),
                        ('thing_id', models.CharField(max_length=40)),
                        ('thing_label', models.CharField(max_length=200)),
                        ('before', models.JSONField(null=True)),
                        ('after', models.JSONField(null=True)),
                        ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='acts', to='sanctioning.person')),
                    ],
                    options={
                        'verbose_name_plural': 'audit entries',
                        'ordering': ['at', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='Articles',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('title', models.CharField(max_length=160)),
                        ('first_day', models.DateField(blank=True, help_text='May be left open while it is a draft.', null=True)),
                        ('body', models.JSONField()),
                        ('edit', models.PositiveIntegerField(default=1)),
                        ('drafted_at', models.DateTimeField(blank=True, null=True)),
                        ('edited_at', models.DateTimeField(blank=True, null=True)),
                        ('adopted_at', models.DateTimeField(blank=True, null=True)),
                        ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                        ('number', models.PositiveIntegerField(unique=True)),
                        ('adopted_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('drafted_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('edited_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('withdrawn_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                    ],
                    options={
                        'verbose_name_plural': 'articles',
                        'ordering': ['first_day', 'number'],
                    },
                ),
                migrations.CreateModel(
                    name='Area',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('place', models.CharField(blank=True, max_length=120)),
                        ('home', models.BooleanField(default=False, help_text='Where the executor lives.')),
                        ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.club')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='areas', to='sanctioning.person')),
                    ],
                    options={
                        'ordering': ['-home', 'place', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='Appointment',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('office', models.CharField(choices=[('club-officer', 'club officer'), ('director', 'director'), ('acting-executor', 'Acting Executor'), ('associate-executor', 'Associate Executor'), ('managing-executor', 'Managing Executor'), ('registrar', 'registrar'), ('college-member', 'member of the College of Executors')], max_length=20)),
                        ('first_day', models.DateField()),
                        ('last_day', models.DateField(blank=True, null=True)),
                        ('ended_for', models.CharField(blank=True, help_text='Why it was ended early.', max_length=200)),
                        ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='appointments', to='sanctioning.club')),
                        ('appointed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='appointments', to='sanctioning.person')),
                    ],
                    options={
                        'ordering': ['first_day', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='AnonymisationWish',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('state', models.CharField(choices=[('asked', 'asked, to be confirmed'), ('confirmed', 'confirmed'), ('withdrawn', 'taken back'), ('done', 'carried out')], default='asked', max_length=9)),
                        ('asked_at', models.DateTimeField()),
                        ('confirmed_at', models.DateTimeField(blank=True, null=True)),
                        ('due_at', models.DateTimeField(blank=True, null=True)),
                        ('ended_at', models.DateTimeField(blank=True, null=True)),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='anonymisation_wishes', to='sanctioning.person')),
                    ],
                    options={
                        'verbose_name_plural': 'anonymisation wishes',
                        'ordering': ['-id'],
                    },
                ),
                migrations.CreateModel(
                    name='Refund',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('amount', sanctioning.kit.money.MoneyField()),
                        ('refunded_on', models.DateField()),
                        ('reason', models.TextField()),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='refunds', to='sanctioning.club')),
                        ('entered_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('invoice', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='refunds', to='sanctioning.invoice')),
                    ],
                    options={
                        'ordering': ['id'],
                    },
                ),
                migrations.CreateModel(
                    name='FeeEntry',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('position', models.PositiveIntegerField()),
                        ('kind', models.CharField(choices=[('charge', 'invoice'), ('payment', 'payment'), ('credit', 'credit note'), ('refund', 'refund'), ('transfer', 'credit used')], max_length=8)),
                        ('amount', sanctioning.kit.money.MoneyField()),
                        ('balance', sanctioning.kit.money.MoneyField(help_text='What the club owes after this entry; below nothing it is in credit.')),
                        ('day', models.DateField()),
                        ('entered_at', models.DateTimeField()),
                        ('text', models.CharField(max_length=300)),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='fee_entries', to='sanctioning.club')),
                        ('credit_note', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='sanctioning.creditnote')),
                        ('invoice', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='sanctioning.invoice')),
                        ('payment', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='sanctioning.payment')),
                        ('refund', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='sanctioning.refund')),
                    ],
                    options={
                        'verbose_name_plural': 'entries of accounts',
                        'ordering': ['club', 'position'],
                    },
                ),
                migrations.CreateModel(
                    name='RuleSet',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('title', models.CharField(max_length=160)),
                        ('first_day', models.DateField(blank=True, help_text='May be left open while it is a draft.', null=True)),
                        ('body', models.JSONField()),
                        ('edit', models.PositiveIntegerField(default=1)),
                        ('drafted_at', models.DateTimeField(blank=True, null=True)),
                        ('edited_at', models.DateTimeField(blank=True, null=True)),
                        ('adopted_at', models.DateTimeField(blank=True, null=True)),
                        ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                        ('slug', models.SlugField(max_length=60, unique=True)),
                        ('format', models.SlugField(max_length=40)),
                        ('adopted_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('drafted_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('edited_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('withdrawn_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                    ],
                    options={
                        'ordering': ['format', 'first_day', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='Sanction',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(choices=[('event', 'event'), ('individual', 'individual game')], default='event', max_length=10)),
                        ('grounds', models.TextField(blank=True, help_text='Why one game outside the usual events is to count.')),
                        ('number', models.PositiveIntegerField(blank=True, null=True, unique=True)),
                        ('format', models.SlugField(max_length=40)),
                        ('purpose', models.CharField(max_length=200)),
                        ('state', models.CharField(choices=[('draft', 'draft'), ('submitted', 'submitted'), ('returned', 'returned with a question'), ('approved', 'approved subject to its fee'), ('granted', 'granted'), ('refused', 'refused'), ('withdrawn', 'withdrawn'), ('cancelled', 'cancelled'), ('expired', 'expired')], default='draft', max_length=12)),
                        ('applied_at', models.DateTimeField()),
                        ('decided_at', models.DateTimeField(blank=True, null=True)),
                        ('granted_at', models.DateTimeField(blank=True, null=True)),
                        ('turn_until', models.DateField(blank=True, help_text='Last day for the next act.', null=True)),
                        ('reason', models.TextField(blank=True)),
                        ('fee', sanctioning.kit.money.MoneyField(blank=True, help_text='By the schedule of the day of application.', null=True)),
                        ('applied_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('applied_under', models.ForeignKey(blank=True, help_text='Those of the day it was sent in, of its draft until then; they set its time limits.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='applications', to='sanctioning.articles')),
                        ('articles', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='sanctions', to='sanctioning.articles')),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sanctions', to='sanctioning.club')),
                        ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('fee_schedule', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='sanctions', to='sanctioning.feeschedule')),
                        ('level', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sanctions', to='sanctioning.level')),
                        ('rule_set', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='sanctions', to='sanctioning.ruleset')),
                        ('type', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sanctions', to='sanctioning.eventtype')),
                    ],
                    options={
                        'ordering': ['-applied_at', '-id'],
                    },
                ),
                migrations.CreateModel(
                    name='SanctionQuestion',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('question', models.TextField()),
                        ('asked_at', models.DateTimeField()),
                        ('answer', models.TextField(blank=True)),
                        ('answered_at', models.DateTimeField(blank=True, null=True)),
                        ('answered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('asked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('sanction', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='questions', to='sanctioning.sanction')),
                    ],
                    options={
                        'ordering': ['id'],
                    },
                ),
                migrations.CreateModel(
                    name='SentKey',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('sender', models.CharField(max_length=64)),
                        ('key', models.CharField(max_length=64)),
                        ('content', models.CharField(max_length=64)),
                        ('at', models.DateTimeField(db_index=True)),
                        ('answer', models.TextField(blank=True)),
                        ('account', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sent_keys', to=settings.AUTH_USER_MODEL)),
                    ],
                ),
                migrations.CreateModel(
                    name='SigningKey',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('fingerprint', models.CharField(max_length=64, unique=True)),
                        ('first_day', models.DateField(unique=True)),
                        ('certificate_pem', models.TextField()),
                        ('made_at', models.DateTimeField()),
                        ('made_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                    ],
                    options={
                        'ordering': ['first_day'],
                    },
                ),
            ],
            more=[
                migrations.AddField(
                    model_name='person',
                    name='account',
                    field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='person', to=settings.AUTH_USER_MODEL),
                ),
                migrations.AddField(
                    model_name='person',
                    name='home_club',
                    field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='members', to='sanctioning.club'),
                ),
                migrations.AddField(
                    model_name='person',
                    name='merged_into',
                    field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='merged', to='sanctioning.person'),
                ),
                migrations.AddField(
                    model_name='payment',
                    name='entered_by',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person'),
                ),
                migrations.AddField(
                    model_name='invoice',
                    name='issued_by',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person'),
                ),
                migrations.AddField(
                    model_name='club',
                    name='officers_to_be',
                    field=models.ManyToManyField(blank=True, related_name='+', to='sanctioning.person'),
                ),
                migrations.AddField(
                    model_name='club',
                    name='registered_by',
                    field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person'),
                ),
                migrations.AddField(
                    model_name='bankupload',
                    name='uploaded_by',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person'),
                ),
                migrations.AddField(
                    model_name='invoice',
                    name='sanction',
                    field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='invoice', to='sanctioning.sanction'),
                ),
                migrations.AddConstraint(
                    model_name='account',
                    constraint=models.CheckConstraint(condition=models.Q(('email', django.db.models.functions.text.Lower('email'))), name='account_email_in_small_letters', violation_error_message='An e-mail address is kept in small letters.'),
                ),
                migrations.AddConstraint(
                    model_name='apitoken',
                    constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='token_has_a_name'),
                ),
                migrations.AddConstraint(
                    model_name='apitoken',
                    constraint=models.CheckConstraint(condition=models.Q(('scope__in', ('read', 'full'))), name='token_has_a_scope'),
                ),
                migrations.AddConstraint(
                    model_name='apitoken',
                    constraint=models.CheckConstraint(condition=models.Q(('expires_at__gt', models.F('made_at'))), name='token_ends_after_it_begins'),
                ),
                migrations.AddIndex(
                    model_name='job',
                    index=models.Index(condition=models.Q(('state', 'failed')), fields=['finished_at', 'id'], name='job_failed'),
                ),
                migrations.AddIndex(
                    model_name='job',
                    index=models.Index(fields=['finished_at', 'id'], name='job_by_end'),
                ),
                migrations.AddIndex(
                    model_name='job',
                    index=models.Index(fields=['created_at', 'id'], name='job_by_request'),
                ),
                migrations.AddIndex(
                    model_name='job',
                    index=models.Index(fields=['state', 'id'], name='job_by_state'),
                ),
                migrations.AddIndex(
                    model_name='job',
                    index=models.Index(condition=models.Q(('state__in', ['queued', 'running'])), fields=['due_at'], name='job_unfinished'),
                ),
                migrations.AddConstraint(
                    model_name='job',
                    constraint=models.UniqueConstraint(fields=('kind', 'key'), name='job_once_by_kind_and_key'),
                ),
                migrations.AddConstraint(
                    model_name='job',
                    constraint=models.CheckConstraint(condition=models.Q(('state__in', ['queued', 'running', 'done', 'failed', 'cancelled'])), name='job_state_known'),
                ),
                migrations.AddConstraint(
                    model_name='job',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('lease_until__isnull', False), ('state', 'running'), ('token__isnull', False)), models.Q(models.Q(('state', 'running'), _negated=True), ('lease_until__isnull', True), ('token__isnull', True)), _connector='OR'), name='job_leased_while_running'),
                ),
                migrations.AddConstraint(
                    model_name='job',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', True), ('state__in', ['queued', 'running'])), models.Q(('finished_at__isnull', False), ('state__in', ['done', 'failed', 'cancelled'])), _connector='OR'), name='job_finished_when_over'),
                ),
                migrations.AddConstraint(
                    model_name='job',
                    constraint=models.CheckConstraint(condition=models.Q(('progress_total', 0), ('progress_done__lte', models.F('progress_total')), _connector='OR'), name='job_progress_within_total'),
                ),
                migrations.AddConstraint(
                    model_name='bankline',
                    constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='bank_line_brings_something'),
                ),
                migrations.AddConstraint(
                    model_name='bankline',
                    constraint=models.CheckConstraint(condition=models.Q(('payment__isnull', False), models.Q(('why_unmatched', ''), _negated=True), _connector='OR'), name='bank_line_matched_or_says_why'),
                ),
                migrations.AddIndex(
                    model_name='person',
                    index=models.Index(fields=['family_name', 'given_names', 'number'], name='person_by_name'),
                ),
                migrations.AddIndex(
                    model_name='person',
                    index=models.Index(django.db.models.functions.text.Left('family_name', 1), django.db.models.functions.text.Left('given_names', 1), name='person_by_initials'),
                ),
                migrations.AddIndex(
                    model_name='person',
                    index=models.Index(django.db.models.functions.text.Upper('family_name'), name='person_by_family_name'),
                ),
                migrations.AddIndex(
                    model_name='person',
                    index=models.Index(django.db.models.functions.text.Upper('given_names'), name='person_by_given_names'),
                ),
                migrations.AddConstraint(
                    model_name='person',
                    constraint=models.CheckConstraint(condition=models.Q(('family_name', ''), _negated=True), name='person_has_a_family_name'),
                ),
                migrations.AddConstraint(
                    model_name='person',
                    constraint=models.CheckConstraint(condition=models.Q(('merged_into__isnull', True), models.Q(('merged_into', models.F('id')), _negated=True), _connector='OR'), name='person_not_merged_into_itself'),
                ),
                migrations.AddConstraint(
                    model_name='payment',
                    constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='payment_brings_something'),
                ),
                migrations.AddIndex(
                    model_name='message',
                    index=models.Index(fields=['to', '-at', '-id'], name='message_by_person'),
                ),
                migrations.AddIndex(
                    model_name='message',
                    index=models.Index(condition=models.Q(('read_at__isnull', True)), fields=['to'], name='message_unread'),
                ),
                migrations.AddConstraint(
                    model_name='message',
                    constraint=models.UniqueConstraint(fields=('kind', 'thing_type', 'thing_id', 'to', 'occasion'), name='message_once'),
                ),
                migrations.AddConstraint(
                    model_name='message',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('sent_at__isnull', True), ('state__in', ['waiting', 'failed', 'no-address'])), models.Q(('attempts__gt', 0), ('sent_at__isnull', False), ('state', 'sent')), _connector='OR'), name='message_sent_has_a_moment'),
                ),
                migrations.AddConstraint(
                    model_name='message',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('state__in', ['failed', 'no-address']), _negated=True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='message_unsent_says_why'),
                ),
                migrations.AddConstraint(
                    model_name='merge',
                    constraint=models.UniqueConstraint(condition=models.Q(('undone_at__isnull', True)), fields=('merged',), name='merged_into_one_at_a_time'),
                ),
                migrations.AddConstraint(
                    model_name='merge',
                    constraint=models.CheckConstraint(condition=models.Q(('kept', models.F('merged')), _negated=True), name='merge_of_two_records'),
                ),
                migrations.AddConstraint(
                    model_name='merge',
                    constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='merge_has_a_reason'),
                ),
                migrations.AddConstraint(
                    model_name='merge',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('undone_at__isnull', True), ('undone_by__isnull', True), ('undone_reason', '')), models.Q(('undone_at__isnull', False), ('undone_by__isnull', False), models.Q(('undone_reason', ''), _negated=True)), _connector='OR'), name='merge_undone_wholly'),
                ),
                migrations.AddConstraint(
                    model_name='leave',
                    constraint=models.CheckConstraint(condition=models.Q(('last_day__gte', models.F('first_day'))), name='leave_ends_after_it_begins'),
                ),
                migrations.AddConstraint(
                    model_name='feeschedule',
                    constraint=models.CheckConstraint(condition=models.Q(('adopted_at__isnull', True), models.Q(('adopted_by__isnull', False), ('first_day__isnull', False), ('withdrawn_at__isnull', True)), _connector='OR'), name='feeschedule_adopted_has_a_first_day'),
                ),
                migrations.AddConstraint(
                    model_name='feeschedule',
                    constraint=models.CheckConstraint(condition=models.Q(('withdrawn_at__isnull', True), ('withdrawn_by__isnull', False), _connector='OR'), name='feeschedule_withdrawn_by_somebody'),
                ),
                migrations.AddConstraint(
                    model_name='feeschedule',
                    constraint=models.UniqueConstraint(condition=models.Q(('adopted_at__isnull', False)), fields=('first_day',), name='one_fee_schedule_a_first_day'),
                ),
                migrations.AddConstraint(
                    model_name='declaredconflict',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('with_club__isnull', True), ('with_person__isnull', False)), models.Q(('with_club__isnull', False), ('with_person__isnull', True)), _connector='OR'), name='conflict_with_a_person_or_a_club'),
                ),
                migrations.AddConstraint(
                    model_name='declaredconflict',
                    constraint=models.CheckConstraint(condition=models.Q(('with_person__isnull', True), models.Q(('with_person', models.F('person')), _negated=True), _connector='OR'), name='conflict_is_with_another'),
                ),
                migrations.AddConstraint(
                    model_name='declaredconflict',
                    constraint=models.CheckConstraint(condition=models.Q(('last_day__isnull', True), ('last_day__gte', models.F('first_day')), _connector='OR'), name='conflict_ends_after_it_begins'),
                ),
                migrations.AddConstraint(
                    model_name='creditnote',
                    constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='credit_note_gives_something'),
                ),
                migrations.AddConstraint(
                    model_name='creditnote',
                    constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='credit_note_has_a_reason'),
                ),
                migrations.AddConstraint(
                    model_name='clubquestion',
                    constraint=models.CheckConstraint(condition=models.Q(('question', ''), _negated=True), name='club_question_asks_something'),
                ),
                migrations.AddConstraint(
                    model_name='clubquestion',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('answer', ''), ('answered_at__isnull', True), ('answered_by__isnull', True)), models.Q(models.Q(('answer', ''), _negated=True), ('answered_at__isnull', False), ('answered_by__isnull', False)), _connector='OR'), name='club_answer_has_a_person_and_a_moment'),
                ),
                migrations.AddConstraint(
                    model_name='clubquestion',
                    constraint=models.UniqueConstraint(condition=models.Q(('answered_at__isnull', True)), fields=('club',), name='one_open_club_question'),
                ),
                migrations.AddConstraint(
                    model_name='club',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('approved_at__isnull', False), ('state__in', ['approved', 'closed'])), models.Q(('approved_at__isnull', True), ('state__in', ['applied', 'returned', 'refused', 'withdrawn'])), _connector='OR'), name='club_approved_has_a_moment'),
                ),
                migrations.AddConstraint(
                    model_name='club',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('state__in', ['refused', 'closed']), _negated=True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='club_refused_has_a_reason'),
                ),
                migrations.AddConstraint(
                    model_name='club',
                    constraint=models.CheckConstraint(condition=models.Q(('state__in', ['applied', 'returned']), ('turn_until__isnull', True), _connector='OR'), name='club_decided_has_no_turn'),
                ),
                migrations.AddConstraint(
                    model_name='claimcode',
                    constraint=models.UniqueConstraint(condition=models.Q(('used_at__isnull', True)), fields=('person',), name='one_open_claim_code_a_person'),
                ),
                migrations.AddConstraint(
                    model_name='claimcode',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('used_at__isnull', True), ('used_by__isnull', True)), models.Q(('used_at__isnull', False), ('used_by__isnull', False)), _connector='OR'), name='claim_code_used_by_somebody'),
                ),
                migrations.AddConstraint(
                    model_name='claim',
                    constraint=models.UniqueConstraint(condition=models.Q(('state', 'waiting')), fields=('account',), name='one_claim_waits_an_account'),
                ),
                migrations.AddConstraint(
                    model_name='claim',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('state', 'waiting')), models.Q(('decided_at__isnull', False), ('state', 'withdrawn')), models.Q(('decided_by__isnull', False), ('state', 'refused'), models.Q(('reason', ''), _negated=True)), models.Q(('decided_by__isnull', False), ('person__isnull', False), ('state', 'accepted')), _connector='OR'), name='claim_decided_wholly'),
                ),
                migrations.AddConstraint(
                    model_name='bar',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('why', ''), _negated=True), models.Q(('reach', []), _negated=True)), name='bar_says_why_and_reaches'),
                ),
                migrations.AddConstraint(
                    model_name='bar',
                    constraint=models.CheckConstraint(condition=models.Q(('last_day__isnull', True), ('last_day__gte', models.F('first_day')), _connector='OR'), name='bar_ends_after_it_begins'),
                ),
                migrations.AddConstraint(
                    model_name='bar',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('lifted_at__isnull', True), ('lifted_by__isnull', True), ('lifted_for', '')), models.Q(('lifted_at__isnull', False), ('lifted_by__isnull', False), models.Q(('lifted_for', ''), _negated=True)), _connector='OR'), name='bar_lifted_by_somebody_for_a_reason'),
                ),
                migrations.AddIndex(
                    model_name='auditentry',
                    index=models.Index(fields=['at', 'id'], name='audit_latest'),
                ),
                migrations.AddIndex(
                    model_name='auditentry',
                    index=models.Index(fields=['thing_label', 'at', 'id'], name='audit_by_label'),
                ),
                migrations.AddIndex(
                    model_name='auditentry',
                    index=models.Index(fields=['action', 'at', 'id'], name='audit_by_action'),
                ),
                migrations.AddIndex(
                    model_name='auditentry',
                    index=models.Index(condition=models.Q(('action', 'report stanza'), _negated=True), fields=['-id'], name='audit_but_stanzas'),
                ),
                migrations.AddIndex(
                    model_name='auditentry',
                    index=models.Index(fields=['thing_type', 'thing_id', 'id'], name='audit_by_thing'),
                ),
                migrations.AddConstraint(
                    model_name='articles',
                    constraint=models.CheckConstraint(condition=models.Q(('adopted_at__isnull', True), models.Q(('adopted_by__isnull', False), ('first_day__isnull', False), ('withdrawn_at__isnull', True)), _connector='OR'), name='articles_adopted_has_a_first_day'),
                ),
                migrations.AddConstraint(
                    model_name='articles',
                    constraint=models.CheckConstraint(condition=models.Q(('withdrawn_at__isnull', True), ('withdrawn_by__isnull', False), _connector='OR'), name='articles_withdrawn_by_somebody'),
                ),
                migrations.AddConstraint(
                    model_name='articles',
                    constraint=models.UniqueConstraint(condition=models.Q(('adopted_at__isnull', False)), fields=('first_day',), name='one_articles_a_first_day'),
                ),
                migrations.AddConstraint(
                    model_name='area',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(models.Q(('place', ''), _negated=True), ('club__isnull', True)), models.Q(('club__isnull', False), ('home', False), ('place', '')), _connector='OR'), name='area_is_a_place_or_a_club'),
                ),
                migrations.AddConstraint(
                    model_name='area',
                    constraint=models.UniqueConstraint(condition=models.Q(('place', ''), _negated=True), fields=('person', 'place'), name='area_of_a_place_once'),
                ),
                migrations.AddConstraint(
                    model_name='area',
                    constraint=models.UniqueConstraint(condition=models.Q(('club__isnull', False)), fields=('person', 'club'), name='area_of_a_club_once'),
                ),
                migrations.AddIndex(
                    model_name='appointment',
                    index=models.Index(fields=['person', 'office'], name='appointment_by_person'),
                ),
                migrations.AddConstraint(
                    model_name='appointment',
                    constraint=models.CheckConstraint(condition=models.Q(('last_day__isnull', True), ('last_day__gte', models.F('first_day')), _connector='OR'), name='appointment_ends_after_it_begins'),
                ),
                migrations.AddConstraint(
                    model_name='appointment',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('club__isnull', False), ('office__in', ('club-officer', 'director'))), models.Q(models.Q(('office__in', ('club-officer', 'director')), _negated=True), ('club__isnull', True)), _connector='OR'), name='appointment_club_goes_with_office'),
                ),
                migrations.AddConstraint(
                    model_name='appointment',
                    constraint=models.UniqueConstraint(condition=models.Q(('club__isnull', False)), fields=('person', 'office', 'club', 'first_day'), name='club_appointment_once_a_day'),
                ),
                migrations.AddConstraint(
                    model_name='appointment',
                    constraint=models.UniqueConstraint(condition=models.Q(('club__isnull', True)), fields=('person', 'office', 'first_day'), name='appointment_once_a_day'),
                ),
                migrations.AddConstraint(
                    model_name='anonymisationwish',
                    constraint=models.UniqueConstraint(condition=models.Q(('state__in', ['asked', 'confirmed'])), fields=('person',), name='one_open_wish_a_person'),
                ),
                migrations.AddConstraint(
                    model_name='anonymisationwish',
                    constraint=models.CheckConstraint(condition=models.Q(('state__in', ['asked', 'withdrawn']), models.Q(('confirmed_at__isnull', False), ('due_at__gt', models.F('confirmed_at'))), _connector='OR'), name='wish_confirmed_with_days_of_thought'),
                ),
                migrations.AddConstraint(
                    model_name='anonymisationwish',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('state__in', ['asked', 'confirmed'])), models.Q(('ended_at__isnull', False), ('state__in', ['withdrawn', 'done'])), _connector='OR'), name='wish_ended_when_over'),
                ),
                migrations.AddConstraint(
                    model_name='refund',
                    constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='refund_gives_something'),
                ),
                migrations.AddConstraint(
                    model_name='refund',
                    constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='refund_has_a_reason'),
                ),
                migrations.AddIndex(
                    model_name='feeentry',
                    index=models.Index(fields=['invoice', 'amount'], name='fee_entry_of_invoice'),
                ),
                migrations.AddConstraint(
                    model_name='feeentry',
                    constraint=models.UniqueConstraint(fields=('club', 'position'), name='one_entry_a_position'),
                ),
                migrations.AddConstraint(
                    model_name='feeentry',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('amount__gt', 0), ('invoice__isnull', False), ('kind', 'charge')), models.Q(('amount__lt', 0), ('kind', 'payment'), ('payment__isnull', False)), models.Q(('amount__lt', 0), ('credit_note__isnull', False), ('kind', 'credit')), models.Q(('amount__gt', 0), ('kind', 'refund'), ('refund__isnull', False)), models.Q(('kind', 'transfer'), models.Q(('amount', 0), _negated=True)), _connector='OR'), name='fee_entry_goes_with_its_paper'),
                ),
                migrations.AddConstraint(
                    model_name='ruleset',
                    constraint=models.CheckConstraint(condition=models.Q(('adopted_at__isnull', True), models.Q(('adopted_by__isnull', False), ('first_day__isnull', False), ('withdrawn_at__isnull', True)), _connector='OR'), name='ruleset_adopted_has_a_first_day'),
                ),
                migrations.AddConstraint(
                    model_name='ruleset',
                    constraint=models.CheckConstraint(condition=models.Q(('withdrawn_at__isnull', True), ('withdrawn_by__isnull', False), _connector='OR'), name='ruleset_withdrawn_by_somebody'),
                ),
                migrations.AddConstraint(
                    model_name='ruleset',
                    constraint=models.UniqueConstraint(condition=models.Q(('adopted_at__isnull', False)), fields=('format', 'first_day'), name='one_rule_set_a_first_day'),
                ),
                migrations.AddConstraint(
                    model_name='sanction',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('articles__isnull', False), ('decided_at__isnull', False), ('granted_at__isnull', False), ('number__isnull', False), ('rule_set__isnull', False), ('state__in', ['granted', 'cancelled'])), models.Q(models.Q(('state__in', ['granted', 'cancelled']), _negated=True), ('articles__isnull', True), ('number__isnull', True), ('rule_set__isnull', True), ('granted_at__isnull', True)), _connector='OR'), name='sanction_granted_has_number_and_law'),
                ),
                migrations.AddConstraint(
                    model_name='sanction',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('state__in', ['refused', 'cancelled']), _negated=True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='sanction_refused_has_a_reason'),
                ),
                migrations.AddConstraint(
                    model_name='sanction',
                    constraint=models.CheckConstraint(condition=models.Q(('state__in', ['draft', 'submitted', 'returned', 'approved', 'granted']), models.Q(('state__in', ['refused', 'withdrawn', 'cancelled', 'expired']), ('turn_until__isnull', True)), _connector='OR'), name='sanction_state_known_and_over_has_no_turn'),
                ),
                migrations.AddConstraint(
                    model_name='sanction',
                    constraint=models.CheckConstraint(condition=models.Q(('fee__isnull', True), ('fee__gte', 0), _connector='OR'), name='sanction_fee_not_below_nothing'),
                ),
                migrations.AddConstraint(
                    model_name='sanction',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'approved'), _negated=True), ('fee__gt', 0), _connector='OR'), name='sanction_approved_has_a_fee'),
                ),
                migrations.AddConstraint(
                    model_name='sanction',
                    constraint=models.CheckConstraint(condition=models.Q(('kind', 'event'), models.Q(('kind', 'individual'), models.Q(('grounds', ''), _negated=True)), _connector='OR'), name='sanction_individual_has_grounds'),
                ),
                migrations.AddConstraint(
                    model_name='sanction',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'individual'), ('state__in', ['granted', 'cancelled']), _negated=True), ('fee__gt', 0), _connector='OR'), name='sanction_individual_has_a_fee'),
                ),
                migrations.AddConstraint(
                    model_name='invoice',
                    constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='invoice_asks_something'),
                ),
                migrations.AddConstraint(
                    model_name='invoice',
                    constraint=models.CheckConstraint(condition=models.Q(('due_on__gte', models.F('issued_on'))), name='invoice_due_after_issue'),
                ),
                migrations.AddConstraint(
                    model_name='sanctionquestion',
                    constraint=models.CheckConstraint(condition=models.Q(('question', ''), _negated=True), name='question_asks_something'),
                ),
                migrations.AddConstraint(
                    model_name='sanctionquestion',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('answer', ''), ('answered_at__isnull', True), ('answered_by__isnull', True)), models.Q(models.Q(('answer', ''), _negated=True), ('answered_at__isnull', False), ('answered_by__isnull', False)), _connector='OR'), name='answer_has_a_person_and_a_moment'),
                ),
                migrations.AddConstraint(
                    model_name='sanctionquestion',
                    constraint=models.UniqueConstraint(condition=models.Q(('answered_at__isnull', True)), fields=('sanction',), name='one_open_question'),
                ),
                migrations.AddConstraint(
                    model_name='sentkey',
                    constraint=models.UniqueConstraint(fields=('sender', 'key'), name='sent_once_by_a_sender'),
                ),
            ],
        ),
        BtreeGistExtension(),
        migrations.RunPython(add, drop),
        migrations.CreateModel(
            name='ClockTick',
            fields=[
                ('id', models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ('at', models.DateTimeField()),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='one_clock_tick')],
            },
        ),
        migrations.CreateModel(
            name='SetUpCode',
            fields=[
                ('id', models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ('hash', models.CharField(max_length=64)),
                ('expires_at', models.DateTimeField()),
                ('tries_left', models.PositiveSmallIntegerField()),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='one_set_up_code')],
            },
        ),
        migrations.CreateModel(
            name='Founding',
            fields=[
                ('id', models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ('at', models.DateTimeField()),
                ('person', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='one_founding')],
            },
        ),
    ]
