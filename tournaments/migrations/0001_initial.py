"""All tables of the app at once: see `sanctioning.kit.one_step_migration`."""

import django.db.models.deletion
import django.db.models.expressions
import sanctioning.kit.money
import sanctioning.kit.sentence_fields
import tournaments.formats.kept_check
import uuid
from decimal import Decimal
from django.db import migrations, models

from sanctioning.kit.one_step_migration import MakeTables


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('sanctioning', '0001_initial'),
    ]

    operations = [
        MakeTables(
            tables=[
                migrations.CreateModel(
                    name='Appeal',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveIntegerField(unique=True)),
                        ('bundle', models.JSONField()),
                        ('bundle_sha256', models.CharField(max_length=64)),
                        ('key', models.CharField(blank=True, max_length=80)),
                        ('at', models.DateTimeField()),
                        ('ended', models.CharField(blank=True, choices=[('final', 'final'), ('withdrawn', 'withdrawn')], max_length=9)),
                        ('ended_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'ordering': ['number'],
                    },
                ),
                migrations.CreateModel(
                    name='AppealStep',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('place', models.PositiveSmallIntegerField()),
                        ('office', models.CharField(choices=[('Acting', 'Acting Executor'), ('Associate', 'Associate Executor'), ('Managing', 'Managing Executor'), ('College', 'College of Executors')], max_length=9)),
                        ('taken_at', models.DateTimeField()),
                        ('grounds', models.TextField()),
                        ('until', models.DateField()),
                        ('decision', models.CharField(blank=True, choices=[('upheld', 'upheld'), ('varied', 'varied'), ('overturned', 'overturned'), ('sent-back', 'sent back')], max_length=10)),
                        ('reasons', models.TextField(blank=True)),
                        ('facts', models.JSONField(blank=True, default=dict)),
                        ('outcome', models.JSONField(blank=True, default=dict)),
                        ('not_disruptive', models.BooleanField(default=False)),
                        ('decided_at', models.DateTimeField(blank=True, null=True)),
                        ('appealable_until', models.DateField(blank=True, null=True)),
                        ('penalty', models.TextField(blank=True, help_text='Of an appeal without merit.')),
                        ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                        ('appeal', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='steps', to='tournaments.appeal')),
                        ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('judge', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='judged', to='sanctioning.appointment')),
                    ],
                    options={
                        'ordering': ['appeal', 'place'],
                    },
                ),
                migrations.CreateModel(
                    name='CollegeMotion',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(choices=[('decide', 'how to decide'), ('without-merit', 'without merit')], max_length=13)),
                        ('decision', models.CharField(blank=True, choices=[('upheld', 'upheld'), ('varied', 'varied'), ('overturned', 'overturned'), ('sent-back', 'sent back')], max_length=10)),
                        ('reasons', models.TextField()),
                        ('facts', models.JSONField(blank=True, default=dict)),
                        ('not_disruptive', models.BooleanField(default=False)),
                        ('penalty', models.TextField(blank=True)),
                        ('moved_at', models.DateTimeField()),
                        ('closed_at', models.DateTimeField(blank=True, null=True)),
                        ('sitting', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('needed', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('ayes', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('carried', models.BooleanField(blank=True, null=True)),
                        ('said', models.TextField(blank=True, help_text='The arithmetic.')),
                        ('moved_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.appointment')),
                        ('step', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='motions', to='tournaments.appealstep')),
                    ],
                    options={
                        'ordering': ['step', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='CollegeBallot',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('answer', models.CharField(choices=[('aye', 'aye'), ('no', 'no'), ('abstain', 'abstains')], max_length=7)),
                        ('at', models.DateTimeField()),
                        ('member', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.appointment')),
                        ('motion', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ballots', to='tournaments.collegemotion')),
                    ],
                    options={
                        'ordering': ['motion', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='Event',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=160)),
                        ('slug', models.SlugField(max_length=80, unique=True)),
                        ('description', models.TextField(blank=True)),
                        ('place', models.CharField(max_length=160)),
                        ('starts_at', models.DateTimeField()),
                        ('ends_at', models.DateTimeField()),
                        ('time_zone', models.CharField(max_length=60)),
                        ('format', models.SlugField(max_length=40)),
                        ('games_planned', models.PositiveSmallIntegerField(default=1)),
                        ('entry_fee', sanctioning.kit.money.MoneyField(default=Decimal('0.00'), help_text='What a player pays to the club.')),
                        ('capacity', models.PositiveIntegerField(blank=True, help_text='Empty: no limit.', null=True)),
                        ('entries_from', models.DateField(blank=True, null=True)),
                        ('entries_until', models.DateField(blank=True, null=True)),
                        ('series_part', models.CharField(blank=True, choices=[('ordinary', 'its points count'), ('playoff', 'playoff'), ('consolation', 'consolation')], max_length=12)),
                        ('entry_conditions', models.JSONField(blank=True, default=list)),
                        ('entry_requirements', models.TextField(blank=True, help_text="The event's own, in words.")),
                        ('registered_at', models.DateTimeField()),
                        ('cancelled_at', models.DateTimeField(blank=True, null=True)),
                        ('cancelled_for', models.TextField(blank=True, help_text='Why it is not held.')),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='sanctioning.club')),
                        ('registered_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('sanction', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='event', to='sanctioning.sanction')),
                    ],
                    options={
                        'ordering': ['starts_at', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='CanonStep',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.SlugField(max_length=40)),
                        ('earlier', models.PositiveSmallIntegerField(help_text='Violations that count with it, before it.')),
                        ('step', models.SlugField(max_length=40)),
                        ('choice', models.SlugField(blank=True, help_text='What the Director decided.', max_length=20)),
                        ('rule', models.CharField(max_length=40)),
                        ('round', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('what', models.TextField()),
                        ('at', models.DateTimeField()),
                        ('key', models.CharField(blank=True, max_length=80)),
                        ('taken_back_at', models.DateTimeField(blank=True, null=True)),
                        ('taken_back_for', models.TextField(blank=True)),
                        ('bar', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='canon_step', to='sanctioning.bar')),
                        ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='canon_steps', to='sanctioning.person')),
                        ('taken_back_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='canon_steps', to='tournaments.event')),
                    ],
                    options={
                        'ordering': ['at', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='Announcement',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('text', models.CharField(max_length=300)),
                        ('at', models.DateTimeField()),
                        ('until', models.DateTimeField(blank=True, null=True)),
                        ('taken_down_at', models.DateTimeField(blank=True, null=True)),
                        ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('taken_down_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='announcements', to='tournaments.event')),
                    ],
                    options={
                        'ordering': ['-at', '-id'],
                    },
                ),
                migrations.CreateModel(
                    name='EventNotice',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('text', models.TextField()),
                        ('before', models.JSONField()),
                        ('after', models.JSONField()),
                        ('at', models.DateTimeField()),
                        ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='notices', to='tournaments.event')),
                    ],
                    options={
                        'ordering': ['-at', '-id'],
                    },
                ),
                migrations.CreateModel(
                    name='Game',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveSmallIntegerField()),
                        ('group', models.CharField(blank=True, max_length=12)),
                        ('table', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('planned', models.JSONField()),
                        ('opening_draw', models.JSONField(blank=True, default=list)),
                        ('starts_at', models.DateTimeField()),
                        ('state', models.CharField(choices=[('open', 'open'), ('playing', 'being played'), ('splitting', 'about to be split'), ('split', 'split'), ('void', 'void, nothing was played'), ('reported', 'reported'), ('confirmed', 'confirmed'), ('certified', 'certified')], default='open', max_length=10)),
                        ('stanzas_played', models.PositiveSmallIntegerField(default=0)),
                        ('revision', models.PositiveIntegerField(default=0)),
                        ('opened_at', models.DateTimeField()),
                        ('acting_executor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='games', to='sanctioning.appointment')),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='games', to='tournaments.event')),
                        ('opened_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('parent', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='offspring', to='tournaments.game')),
                    ],
                    options={
                        'ordering': ['event', 'number', 'group'],
                    },
                ),
                migrations.CreateModel(
                    name='EventExecutor',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('appointed_at', models.DateTimeField()),
                        ('appointed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='executors', to='tournaments.event')),
                        ('executor', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='sanctioning.appointment')),
                    ],
                    options={
                        'ordering': ['event', 'id'],
                        'constraints': [models.UniqueConstraint(fields=('event', 'executor'), name='executor_once_at_an_event')],
                    },
                ),
                migrations.CreateModel(
                    name='Call',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(choices=[('irregularity', 'an irregularity in bidding or play'), ('score', 'a bid or a score in dispute'), ('conduct', "somebody's conduct"), ('seats', 'somebody comes, leaves or walked out'), ('other', 'something else')], max_length=12)),
                        ('about', models.CharField(blank=True, max_length=300)),
                        ('stanza', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('key', models.CharField(blank=True, max_length=80)),
                        ('made_at', models.DateTimeField()),
                        ('ended', models.CharField(blank=True, choices=[('answered', 'answered'), ('withdrawn', 'withdrawn')], max_length=10)),
                        ('ended_at', models.DateTimeField(blank=True, null=True)),
                        ('note', models.TextField(blank=True)),
                        ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('ended_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='calls', to='tournaments.game')),
                    ],
                    options={
                        'ordering': ['id'],
                    },
                ),
                migrations.CreateModel(
                    name='GamePlayer',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('record_id', models.CharField(max_length=64)),
                        ('seat', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='players', to='tournaments.game')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='played', to='sanctioning.person')),
                    ],
                    options={
                        'ordering': ['game', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='Authorisation',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(choices=[('plan', 'another end of the game'), ('scorekeeper', 'scorekeeper'), ('extrapolation', 'extrapolation'), ('walked-out', 'walking out in a stanza')], max_length=14)),
                        ('granted', models.BooleanField(default=True)),
                        ('stanza', models.PositiveSmallIntegerField(default=0)),
                        ('facts', models.JSONField(blank=True, default=dict)),
                        ('reason', models.TextField()),
                        ('at', models.DateTimeField()),
                        ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='authorisations', to='tournaments.game')),
                        ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.gameplayer')),
                    ],
                    options={
                        'ordering': ['id'],
                    },
                ),
                migrations.CreateModel(
                    name='Letter',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveIntegerField(blank=True, null=True, unique=True)),
                        ('particulars', models.JSONField()),
                        ('complaint', models.TextField()),
                        ('drafted_at', models.DateTimeField()),
                        ('filed_at', models.DateTimeField(blank=True, null=True)),
                        ('filed_without', models.TextField(blank=True, help_text='Why somebody who voted did not sign.')),
                        ('let_lie_at', models.DateTimeField(blank=True, null=True)),
                        ('let_lie_because', models.TextField(blank=True, help_text='Why no case is opened from it.')),
                        ('document', models.FileField(blank=True, upload_to='letters/')),
                        ('document_sha256', models.CharField(blank=True, max_length=64)),
                        ('against', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='letters', to='sanctioning.person')),
                        ('drafted_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('let_lie_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                    ],
                    options={
                        'ordering': ['number'],
                    },
                ),
                migrations.CreateModel(
                    name='Case',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveIntegerField(unique=True)),
                        ('charge', models.TextField()),
                        ('opened_at', models.DateTimeField()),
                        ('answer_until', models.DateField()),
                        ('outcome', models.CharField(blank=True, choices=[('dismissed', 'dismissed'), ('reprimand', 'reprimand'), ('bar', 'bar')], max_length=9)),
                        ('reasons', models.TextField(blank=True)),
                        ('decided_at', models.DateTimeField(blank=True, null=True)),
                        ('against', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='cases', to='sanctioning.person')),
                        ('bar', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='case', to='sanctioning.bar')),
                        ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('judge', models.ForeignKey(blank=True, help_text='Empty while the one who withdrew has no successor.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='cases', to='sanctioning.appointment')),
                        ('opened_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('step', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='cases', to='tournaments.appealstep')),
                        ('letter', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='case', to='tournaments.letter')),
                    ],
                    options={
                        'ordering': ['number'],
                    },
                ),
                migrations.CreateModel(
                    name='LetterSignature',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('at', models.DateTimeField()),
                        ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('letter', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='signatures', to='tournaments.letter')),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.gameplayer')),
                    ],
                    options={
                        'ordering': ['letter', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='OwnFeed',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('sha256', models.CharField(max_length=64, unique=True)),
                        ('made_at', models.DateTimeField()),
                        ('person', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='feed', to='sanctioning.person')),
                    ],
                    options={
                        'verbose_name': 'own calendar feed',
                    },
                ),
                migrations.CreateModel(
                    name='RecordBatch',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('sent_at', models.DateTimeField()),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='record_batches', to='tournaments.event')),
                        ('job', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to='sanctioning.job')),
                        ('sent_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                    ],
                    options={
                        'verbose_name_plural': 'record batches',
                        'ordering': ['-id'],
                    },
                ),
                migrations.CreateModel(
                    name='RefundDraw',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('format', models.SlugField(max_length=40)),
                        ('week', models.CharField(max_length=8)),
                        ('amount', sanctioning.kit.money.MoneyField(help_text="All that was paid for the winner's entries.")),
                        ('seed', models.CharField(max_length=80)),
                        ('at', models.DateTimeField()),
                        ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.club')),
                        ('winner', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                    ],
                    options={
                        'ordering': ['at', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='Entry',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('state', models.CharField(choices=[('entered', 'entered'), ('waiting', 'waiting'), ('withdrawn', 'withdrawn'), ('absent', 'not come')], default='entered', max_length=10)),
                        ('queue', models.PositiveIntegerField(blank=True, null=True)),
                        ('late_for', models.CharField(blank=True, help_text='Why a late entry was taken.', max_length=300)),
                        ('checked_in_at', models.DateTimeField(blank=True, null=True)),
                        ('fee', sanctioning.kit.money.MoneyField(default=Decimal('0.00'), help_text="The event's on the day of entry.")),
                        ('late_fee', sanctioning.kit.money.MoneyField(default=Decimal('0.00'), help_text='What is paid on top by whoever registers after the start.')),
                        ('fee_state', models.CharField(choices=[('unpaid', 'unpaid'), ('paid', 'paid'), ('waived', 'waived'), ('refunded', 'refunded')], default='unpaid', max_length=8)),
                        ('paid_at', models.DateTimeField(blank=True, null=True)),
                        ('fee_waived_for', models.CharField(blank=True, max_length=300)),
                        ('entered_at', models.DateTimeField()),
                        ('entered_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='sanctioning.person')),
                        ('requirements_met_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='tournaments.event')),
                        ('refund', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='tournaments.refunddraw')),
                    ],
                    options={
                        'verbose_name_plural': 'entries',
                        'ordering': ['event', 'person'],
                    },
                ),
                migrations.CreateModel(
                    name='Report',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('version', models.PositiveSmallIntegerField()),
                        ('current', models.BooleanField(default=True)),
                        ('record', models.BinaryField()),
                        ('sha256', models.CharField(max_length=64)),
                        ('idempotency_key', models.CharField(max_length=80, unique=True)),
                        ('received_at', models.DateTimeField()),
                        ('check_document', sanctioning.kit.sentence_fields.FindingsField()),
                        ('from_sheet', models.BooleanField(default=False)),
                        ('amends', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='amended_versions', to='tournaments.report')),
                        ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reports', to='tournaments.game')),
                        ('reporter', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reports', to='sanctioning.person')),
                        ('rule_set', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reports', to='sanctioning.ruleset')),
                    ],
                    options={
                        'ordering': ['game', 'version'],
                    },
                ),
                migrations.CreateModel(
                    name='RecordFile',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveSmallIntegerField()),
                        ('path', models.CharField(max_length=300)),
                        ('data', models.BinaryField(blank=True)),
                        ('state', models.CharField(choices=[('waiting', 'waiting'), ('taken', 'taken'), ('unmatched', 'unmatched'), ('refused', 'refused')], default='waiting', max_length=9)),
                        ('code', models.CharField(blank=True, max_length=80)),
                        ('sentence', models.TextField(blank=True)),
                        ('remedy', models.TextField(blank=True)),
                        ('pointer', models.CharField(blank=True, max_length=300)),
                        ('batch', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='files', to='tournaments.recordbatch')),
                        ('report', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='files', to='tournaments.report')),
                    ],
                    options={
                        'ordering': ['batch', 'number'],
                    },
                ),
                migrations.CreateModel(
                    name='Confirmation',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('at', models.DateTimeField()),
                        ('confirmer', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='confirmations', to='sanctioning.person')),
                        ('reporter', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('report', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='confirmation', to='tournaments.report')),
                    ],
                    options={
                        'ordering': ['at'],
                    },
                ),
                migrations.CreateModel(
                    name='ReportFinding',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(max_length=40)),
                        ('severity', models.CharField(choices=[('error', 'error'), ('warning', 'warning')], max_length=8)),
                        ('stanza', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('trick', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('player', models.CharField(blank=True, max_length=64)),
                        ('rule', models.CharField(max_length=80)),
                        ('message', sanctioning.kit.sentence_fields.SentenceField()),
                        ('settled_at', models.DateTimeField(blank=True, null=True)),
                        ('reason', models.TextField(blank=True)),
                        ('report', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='findings', to='tournaments.report')),
                        ('settled_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                    ],
                    options={
                        'ordering': ['report', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='Round',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveSmallIntegerField()),
                        ('name', models.CharField(blank=True, max_length=80)),
                        ('kind', models.CharField(choices=[('ordinary', 'ordinary'), ('playoff', 'playoff'), ('consolation', 'consolation')], default='ordinary', max_length=12)),
                        ('state', models.CharField(choices=[('preview', 'to be confirmed'), ('open', 'open'), ('discarded', 'discarded')], default='preview', max_length=10)),
                        ('planned', models.JSONField()),
                        ('starts_at', models.DateTimeField()),
                        ('preferred', models.PositiveSmallIntegerField(default=6)),
                        ('mode', models.CharField(choices=[('draw', 'by draw'), ('balanced', "so that "
                                                                                             "few "
                                                                                             "players "
                                                                                             "meet again"), ('order', "in "
                                                                                                                                  "the "
                                                                                                                                  "printed "
                                                                                                                                  "order"), ('hand', 'by hand')], max_length=10)),
                        ('seed', models.CharField(max_length=64)),
                        ('question', models.JSONField(blank=True, default=dict)),
                        ('tables', models.JSONField()),
                        ('repeats', models.PositiveIntegerField(default=0)),
                        ('new_meetings', models.PositiveIntegerField(default=0)),
                        ('guests', models.JSONField(blank=True, default=dict, help_text='Who sits a second time, by table.')),
                        ('planned_at', models.DateTimeField()),
                        ('confirmed_at', models.DateTimeField(blank=True, null=True)),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rounds', to='tournaments.event')),
                        ('planned_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                    ],
                    options={
                        'ordering': ['event', 'number', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='Draw',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('purpose', models.CharField(choices=[('opening', 'scorekeeper and First Dealer'), ('seats', 'seats at the table'), ('tables', 'tables of a round')], max_length=10)),
                        ('number', models.PositiveSmallIntegerField()),
                        ('seed', models.CharField(blank=True, max_length=64)),
                        ('outcome', models.JSONField()),
                        ('why', models.CharField(blank=True, help_text='Why it was made again.', max_length=300)),
                        ('drawn_at', models.DateTimeField()),
                        ('drawn_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='draws', to='tournaments.game')),
                        ('round', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='draws', to='tournaments.round')),
                    ],
                    options={
                        'ordering': ['game', 'purpose', 'number'],
                    },
                ),
                migrations.CreateModel(
                    name='Ruling',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveSmallIntegerField()),
                        ('kind', models.CharField(choices=[('irregularity', 'an irregularity'), ('play', 'a question of bidding, play or scoring'), ('finding', 'a finding of the check'), ('extrapolation', 'extrapolation'), ('entry', 'an entry or a seat'), ('vote', 'whether a vote is held')], max_length=14)),
                        ('irregularity', models.SlugField(blank=True, max_length=40)),
                        ('section', models.CharField(max_length=80)),
                        ('stanza', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('trick', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('facts', models.JSONField(blank=True, default=dict)),
                        ('outcome', models.JSONField(blank=True, default=dict)),
                        ('what', sanctioning.kit.sentence_fields.SentenceField(help_text='What happened.')),
                        ('reason', models.TextField()),
                        ('words', models.TextField(blank=True)),
                        ('public', models.BooleanField(default=False)),
                        ('at', models.DateTimeField()),
                        ('key', models.CharField(blank=True, max_length=80)),
                        ('guiding_at', models.DateTimeField(blank=True, null=True)),
                        ('guiding_note', models.TextField(blank=True)),
                        ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='sanctioning.appointment')),
                        ('call', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='ruling', to='tournaments.call')),
                        ('concerned', models.ManyToManyField(related_name='rulings', to='tournaments.gameplayer')),
                        ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='tournaments.game')),
                        ('guiding_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('supersedes', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='superseded_by', to='tournaments.ruling')),
                    ],
                    options={
                        'ordering': ['game', 'number'],
                    },
                ),
                migrations.CreateModel(
                    name='EntryRuling',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('admitted', models.BooleanField()),
                        ('what', models.TextField(help_text='What was in dispute.')),
                        ('reason', models.TextField()),
                        ('at', models.DateTimeField()),
                        ('ended_at', models.DateTimeField(blank=True, null=True)),
                        ('key', models.CharField(blank=True, max_length=80)),
                        ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entry_rulings', to='sanctioning.appointment')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entry_rulings', to='sanctioning.person')),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entry_rulings', to='tournaments.event')),
                        ('ruling', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='of_entry', to='tournaments.ruling')),
                    ],
                    options={
                        'ordering': ['event', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='SatOut',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('at', models.DateTimeField()),
                        ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sat_out', to='tournaments.event')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sat_out', to='sanctioning.person')),
                    ],
                    options={
                        'verbose_name_plural': 'events sat out',
                        'ordering': ['at', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='Series',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=120)),
                        ('slug', models.SlugField(max_length=80, unique=True)),
                        ('basis', models.CharField(choices=[('points', 'rating points won'), ('places', 'first places, then second, and so on'), ('games', 'games played')], max_length=10)),
                        ('playoff', models.PositiveSmallIntegerField(help_text='How many qualify for the playoff.')),
                        ('consolation', models.PositiveSmallIntegerField(help_text='How many after them for the consolation.')),
                        ('ties', models.CharField(choices=[('draw', 'by a recorded draw'), ('all', 'all of them qualify')], max_length=10)),
                        ('draws', models.JSONField(blank=True, default=list)),
                        ('announced_at', models.DateTimeField()),
                        ('settled_at', models.DateTimeField(blank=True, null=True)),
                        ('announced_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='series', to='sanctioning.club')),
                    ],
                    options={
                        'verbose_name_plural': 'series',
                        'ordering': ['-announced_at', '-id'],
                    },
                ),
                migrations.CreateModel(
                    name='Qualifier',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('part', models.CharField(choices=[('playoff', 'playoff'), ('consolation', 'consolation')], max_length=12)),
                        ('place', models.PositiveSmallIntegerField(help_text='In the order of the series.')),
                        ('state', models.CharField(choices=[('qualified', 'qualified'), ('declined', 'declined')], default='qualified', max_length=10)),
                        ('since', models.DateTimeField()),
                        ('declined_at', models.DateTimeField(blank=True, null=True)),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='qualified_in', to='sanctioning.person')),
                        ('series', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='qualifiers', to='tournaments.series')),
                    ],
                    options={
                        'ordering': ['series', '-part', 'place', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='Sheet',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('start', models.JSONField(blank=True, null=True)),
                        ('check_document', sanctioning.kit.sentence_fields.FindingsField(default=tournaments.formats.kept_check.no_stanzas)),
                        ('lineups', models.JSONField(default=list)),
                        ('checked_at', models.DateTimeField()),
                        ('game', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='sheet', to='tournaments.game')),
                        ('rule_set', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.ruleset')),
                    ],
                    options={
                        'ordering': ['game'],
                    },
                ),
                migrations.CreateModel(
                    name='Slip',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('place', models.SlugField(max_length=80)),
                        ('version', models.PositiveSmallIntegerField()),
                        ('body', models.JSONField()),
                        ('sha256', models.CharField(max_length=64)),
                        ('idempotency_key', models.CharField(max_length=80, unique=True)),
                        ('reason', models.TextField(blank=True)),
                        ('received_at', models.DateTimeField()),
                        ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='slips', to='tournaments.game')),
                        ('ordered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('reporter', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('rule_set', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.ruleset')),
                    ],
                    options={
                        'ordering': ['game', 'place', 'version'],
                    },
                ),
                migrations.CreateModel(
                    name='SlipSignature',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('at', models.DateTimeField()),
                        ('reporter', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('signer', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('slip', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='signature', to='tournaments.slip')),
                    ],
                    options={
                        'ordering': ['at'],
                    },
                ),
                migrations.CreateModel(
                    name='Split',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('after_stanza', models.PositiveSmallIntegerField()),
                        ('group_count', models.PositiveSmallIntegerField()),
                        ('scores', models.JSONField()),
                        ('waiting', models.JSONField()),
                        ('returning', models.JSONField()),
                        ('carried', models.JSONField(default=list)),
                        ('average', models.IntegerField()),
                        ('draws', models.JSONField(default=list)),
                        ('ranking', models.JSONField(default=list)),
                        ('groups', models.JSONField(default=list)),
                        ('open', models.JSONField(default=list)),
                        ('state', models.CharField(choices=[('drawing', 'draws to come'), ('made', 'made'), ('undone', 'undone')], max_length=8)),
                        ('decided_at', models.DateTimeField()),
                        ('undone_at', models.DateTimeField(blank=True, null=True)),
                        ('reason', models.TextField(blank=True)),
                        ('decided_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='splits', to='tournaments.game')),
                        ('undone_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                    ],
                    options={
                        'ordering': ['game', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='StanzaReport',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveSmallIntegerField()),
                        ('body', models.JSONField()),
                        ('outcome', models.JSONField()),
                        ('report', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='stanzas', to='tournaments.report')),
                    ],
                    options={
                        'ordering': ['report', 'number'],
                    },
                ),
                migrations.CreateModel(
                    name='StanzaVersion',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveSmallIntegerField()),
                        ('version', models.PositiveSmallIntegerField()),
                        ('body', models.JSONField()),
                        ('sha256', models.CharField(max_length=64)),
                        ('outcome', models.JSONField()),
                        ('findings', sanctioning.kit.sentence_fields.FindingsField()),
                        ('idempotency_key', models.CharField(max_length=80, unique=True)),
                        ('reason', models.TextField(blank=True)),
                        ('received_at', models.DateTimeField()),
                        ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='stanza_versions', to='tournaments.game')),
                        ('reporter', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('rule_set', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.ruleset')),
                    ],
                    options={
                        'ordering': ['game', 'number', 'version'],
                    },
                ),
                migrations.CreateModel(
                    name='Settlement',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('mark', models.CharField(max_length=16)),
                        ('finding', sanctioning.kit.sentence_fields.FindingsField()),
                        ('reason', models.TextField()),
                        ('at', models.DateTimeField()),
                        ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='settlements', to='tournaments.game')),
                        ('stanza', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='settlements', to='tournaments.stanzaversion')),
                    ],
                    options={
                        'ordering': ['id'],
                    },
                ),
                migrations.CreateModel(
                    name='Statement',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('text', models.TextField()),
                        ('attachment', models.FileField(blank=True, upload_to='appeals/')),
                        ('attachment_sha256', models.CharField(blank=True, max_length=64)),
                        ('attachment_name', models.CharField(blank=True, help_text='As it was sent.', max_length=120)),
                        ('at', models.DateTimeField()),
                        ('appeal', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='statements', to='tournaments.appeal')),
                        ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                    ],
                    options={
                        'ordering': ['appeal', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='Stay',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('since', models.PositiveSmallIntegerField()),
                        ('until', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('returns', models.BooleanField(default=False)),
                        ('came_after', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('walked_out', models.BooleanField(default=False)),
                        ('sat_at', models.DateTimeField()),
                        ('left_at', models.DateTimeField(blank=True, null=True)),
                        ('came_from', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.game')),
                        ('left_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('left_of', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.gameplayer')),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='stays', to='tournaments.gameplayer')),
                        ('sat_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                    ],
                    options={
                        'ordering': ['id'],
                    },
                ),
                migrations.CreateModel(
                    name='TableLink',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('seed', models.CharField(max_length=64, unique=True)),
                        ('sha256', models.CharField(max_length=64, unique=True)),
                        ('made_at', models.DateTimeField()),
                        ('last_used_at', models.DateTimeField(blank=True, null=True)),
                        ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                        ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='links', to='tournaments.game')),
                        ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('withdrawn_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                    ],
                    options={
                        'ordering': ['game', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='Team',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveSmallIntegerField()),
                        ('name', models.CharField(max_length=80)),
                        ('facts', models.JSONField(blank=True, default=dict)),
                        ('entered_at', models.DateTimeField()),
                        ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                        ('left_after', models.PositiveSmallIntegerField(blank=True, help_text='The round after which it went home.', null=True)),
                        ('left_for', models.CharField(blank=True, help_text='Why it went.', max_length=300)),
                        ('left_letter', models.CharField(blank=True, help_text='Who of it went; empty where all of them did.', max_length=2)),
                        ('entered_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='teams', to='tournaments.event')),
                    ],
                    options={
                        'ordering': ['event', 'number'],
                    },
                ),
                migrations.CreateModel(
                    name='TeamInvitation',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=80)),
                        ('facts', models.JSONField(blank=True, default=dict)),
                        ('at', models.DateTimeField()),
                        ('ended_at', models.DateTimeField(blank=True, null=True)),
                        ('outcome', models.CharField(blank=True, choices=[('entered', 'Entered'), ('declined', 'Declined'), ('withdrawn', 'Withdrawn'), ('overtaken', 'Overtaken')], max_length=10)),
                        ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='team_invitations', to='tournaments.event')),
                    ],
                    options={
                        'ordering': ['event', 'at', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='InvitedPlayer',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('letter', models.CharField(max_length=2)),
                        ('accepted_at', models.DateTimeField(blank=True, null=True)),
                        ('until', models.DateTimeField(blank=True, help_text='When the invitation ended.', null=True)),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.event')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='team_invitations', to='sanctioning.person')),
                        ('invitation', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='players', to='tournaments.teaminvitation')),
                    ],
                    options={
                        'ordering': ['invitation', 'letter'],
                    },
                ),
                migrations.CreateModel(
                    name='TeamMember',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('letter', models.CharField(max_length=2)),
                        ('since', models.DateTimeField()),
                        ('until', models.DateTimeField(blank=True, null=True)),
                        ('from_round', models.PositiveSmallIntegerField(default=1)),
                        ('why', models.TextField(blank=True, help_text='Why this member came as a substitute.')),
                        ('allowed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='memberships', to='tournaments.entry')),
                        ('team', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='members', to='tournaments.team')),
                    ],
                    options={
                        'ordering': ['team', 'letter', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='Violation',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(choices=[('improper-information', 'improper information'), ('intentional-revoke', 'intentional revoke'), ('chaotic-action', 'chaotic action')], max_length=20)),
                        ('stanza', models.PositiveSmallIntegerField()),
                        ('act', models.TextField(help_text='What was done.')),
                        ('penalised_by', models.CharField(blank=True, help_text='The rule that already penalises the act, if one does.', max_length=80)),
                        ('at', models.DateTimeField()),
                        ('key', models.CharField(blank=True, max_length=80)),
                        ('found_at', models.DateTimeField(blank=True, null=True)),
                        ('charged_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='charges', to='tournaments.gameplayer')),
                        ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='violations', to='tournaments.game')),
                        ('ruling', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='violation', to='tournaments.ruling')),
                        ('step', models.OneToOneField(blank=True, help_text='The decision that varied a ruling into it.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='violation', to='tournaments.appealstep')),
                    ],
                    options={
                        'ordering': ['game', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='Offender',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='offences', to='tournaments.gameplayer')),
                        ('violation', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='offenders', to='tournaments.violation')),
                    ],
                    options={
                        'ordering': ['violation', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='Vote',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('motion', models.CharField(choices=[('find-intentional-revoke', 'the revoke was intentional'), ('find-chaotic-action', 'the act was chaotic'), ('type-2-points', "the "
                                                                                                                                                                                          "type "
                                                                                                                                                                                          "1 "
                                                                                                                                                                                          "penalty, "
                                                                                                                                                                                          "or "
                                                                                                                                                                                          "part "
                                                                                                                                                                                          "of "
                                                                                                                                                                                          "it"), ('type-2-adjusted-score', 'an adjusted score'), ('type-2-bar', 'a bar'), ('type-2-bar-with-playoffs', 'a bar that reaches playoffs')], max_length=26)),
                        ('terms', models.JSONField(blank=True, default=dict)),
                        ('state', models.CharField(choices=[('demanded', 'demanded'), ('refused', 'refused'), ('open', 'open'), ('closed', 'closed')], default='demanded', max_length=8)),
                        ('demanded_at', models.DateTimeField()),
                        ('key', models.CharField(blank=True, max_length=80)),
                        ('secret', models.BooleanField(default=False)),
                        ('opened_at', models.DateTimeField(blank=True, null=True)),
                        ('opened_after', models.PositiveSmallIntegerField(blank=True, help_text='Stanzas played when the roll was fixed.', null=True)),
                        ('closed_at', models.DateTimeField(blank=True, null=True)),
                        ('seated', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('electorate', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('needed', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('ayes', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('noes', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('abstained', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('absent', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('carried', models.BooleanField(blank=True, null=True)),
                        ('reason', models.TextField(blank=True)),
                        ('bars', models.ManyToManyField(related_name='votes', to='sanctioning.bar')),
                        ('demanded_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='demanded_votes', to='tournaments.gameplayer')),
                        ('injured', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.gameplayer')),
                        ('ruling', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='vote', to='tournaments.ruling')),
                        ('violation', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='votes', to='tournaments.violation')),
                    ],
                    options={
                        'ordering': ['violation', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='SecretBallot',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ('answer', models.CharField(choices=[('aye', 'aye'), ('no', 'no'), ('abstain', 'abstains')], max_length=7)),
                        ('vote', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ballots', to='tournaments.vote')),
                    ],
                    options={
                        'ordering': ['id'],
                    },
                ),
                migrations.CreateModel(
                    name='Amendment',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('stanza', models.PositiveSmallIntegerField()),
                        ('removes', models.JSONField(blank=True, default=list)),
                        ('adds', models.JSONField(blank=True, default=list)),
                        ('sets', models.JSONField(blank=True, default=dict)),
                        ('at', models.DateTimeField()),
                        ('ended_at', models.DateTimeField(blank=True, null=True)),
                        ('ended_by_step', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='ends', to='tournaments.appealstep')),
                        ('step', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='amendments', to='tournaments.appealstep')),
                        ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='amendments', to='tournaments.game')),
                        ('ended_by_ruling', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='ends', to='tournaments.ruling')),
                        ('ruling', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='amendments', to='tournaments.ruling')),
                        ('vote', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='amendments', to='tournaments.vote')),
                    ],
                    options={
                        'ordering': ['game', 'stanza', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='Voter',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('place', models.PositiveSmallIntegerField()),
                        ('answered', models.BooleanField(default=False)),
                        ('answer', models.CharField(blank=True, choices=[('aye', 'aye'), ('no', 'no'), ('abstain', 'abstains')], max_length=7)),
                        ('entered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.gameplayer')),
                        ('vote', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='roll', to='tournaments.vote')),
                    ],
                    options={
                        'ordering': ['vote', 'place'],
                    },
                ),
                migrations.CreateModel(
                    name='Waiting',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('since', models.DateTimeField()),
                        ('ended_at', models.DateTimeField(blank=True, null=True)),
                        ('ended', models.CharField(blank=True, choices=[('seated', 'sat down'), ('split', 'placed by a split'), ('left', 'gave up')], max_length=8)),
                        ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='waiting', to='tournaments.game')),
                        ('noted_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                    ],
                    options={
                        'verbose_name_plural': 'waiting',
                        'ordering': ['id'],
                    },
                ),
                migrations.CreateModel(
                    name='Waiver',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('at', models.DateTimeField()),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.gameplayer')),
                        ('step', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='waivers', to='tournaments.appealstep')),
                    ],
                    options={
                        'ordering': ['step', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='Assignment',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('at', models.DateTimeField()),
                        ('ended_at', models.DateTimeField(blank=True, null=True)),
                        ('ended_for', models.CharField(blank=True, max_length=200)),
                        ('judge', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.appointment')),
                        ('step', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='assignments', to='tournaments.appealstep')),
                    ],
                    options={
                        'ordering': ['step', 'id'],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('step',), name='one_judge_at_a_time'), models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('ended_for', '')), models.Q(('ended_at__isnull', False), models.Q(('ended_for', ''), _negated=True)), _connector='OR'), name='assignment_ended_for_a_reason')],
                    },
                ),
                migrations.CreateModel(
                    name='CaseEntry',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(choices=[('opened', 'opened'), ('hearing', 'hearing'), ('called-off', "hearing "
                                                                                                                        "cancelled"), ('answer', 'answer of the accused'), ('statement', 'statement'), ('recused', 'the judge withdrew'), ('assigned', 'given to another judge'), ('decided', 'decided')], max_length=10)),
                        ('text', models.TextField(blank=True)),
                        ('hearing_at', models.DateTimeField(blank=True, null=True)),
                        ('place', models.CharField(blank=True, max_length=160)),
                        ('at', models.DateTimeField()),
                        ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('case', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='docket', to='tournaments.case')),
                        ('moves', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='moved_by', to='tournaments.caseentry')),
                    ],
                    options={
                        'verbose_name_plural': 'case entries',
                        'ordering': ['case', 'id'],
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('kind', 'hearing'), ('hearing_at__isnull', False)), models.Q(models.Q(('kind', 'hearing'), _negated=True), ('hearing_at__isnull', True)), _connector='OR'), name='hearing_has_its_hour'), models.CheckConstraint(condition=models.Q(('kind', 'hearing'), models.Q(('kind', 'called-off'), ('moves__isnull', False)), models.Q(models.Q(('kind__in', ('hearing', 'called-off')), _negated=True), ('moves__isnull', True)), _connector='OR'), name='only_hearings_are_moved_or_called_off'), models.CheckConstraint(condition=models.Q(('kind', 'hearing'), models.Q(('text', ''), _negated=True), _connector='OR'), name='case_entry_says_something')],
                    },
                ),
            ],
            more=[
                migrations.AddField(
                    model_name='game',
                    name='first_dealer',
                    field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.gameplayer'),
                ),
                migrations.AddField(
                    model_name='game',
                    name='scorekeeper',
                    field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.gameplayer'),
                ),
                migrations.AddField(
                    model_name='appealstep',
                    name='taken_by',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.gameplayer'),
                ),
                migrations.AddField(
                    model_name='appeal',
                    name='appellant',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='appeals', to='tournaments.gameplayer'),
                ),
                migrations.AddField(
                    model_name='game',
                    name='round',
                    field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='games', to='tournaments.round'),
                ),
                migrations.AddField(
                    model_name='appeal',
                    name='ruling',
                    field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='appeals', to='tournaments.ruling'),
                ),
                migrations.AddField(
                    model_name='event',
                    name='series',
                    field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='events', to='tournaments.series'),
                ),
                migrations.AddField(
                    model_name='stanzaversion',
                    name='link',
                    field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.tablelink'),
                ),
                migrations.AddField(
                    model_name='letter',
                    name='vote',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='letters', to='tournaments.vote'),
                ),
                migrations.AddField(
                    model_name='appeal',
                    name='vote',
                    field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='appeals', to='tournaments.vote'),
                ),
                migrations.AddConstraint(
                    model_name='collegemotion',
                    constraint=models.UniqueConstraint(condition=models.Q(('closed_at__isnull', True)), fields=('step',), name='one_motion_before_the_college'),
                ),
                migrations.AddConstraint(
                    model_name='collegemotion',
                    constraint=models.CheckConstraint(condition=models.Q(('reasons', ''), _negated=True), name='college_motion_has_reasons'),
                ),
                migrations.AddConstraint(
                    model_name='collegemotion',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'decide'), ('penalty', ''), models.Q(('decision', ''), _negated=True)), models.Q(('decision', ''), ('kind', 'without-merit'), models.Q(('penalty', ''), _negated=True)), _connector='OR'), name='college_motion_is_whole'),
                ),
                migrations.AddConstraint(
                    model_name='collegemotion',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('carried__isnull', True), ('closed_at__isnull', True)), models.Q(('carried__isnull', False), ('closed_at__isnull', False)), _connector='OR'), name='college_motion_closed_wholly'),
                ),
                migrations.AddConstraint(
                    model_name='collegeballot',
                    constraint=models.UniqueConstraint(fields=('motion', 'member'), name='college_member_votes_once'),
                ),
                migrations.AddConstraint(
                    model_name='canonstep',
                    constraint=models.CheckConstraint(condition=models.Q(('what', ''), _negated=True), name='canon_step_says_what'),
                ),
                migrations.AddConstraint(
                    model_name='canonstep',
                    constraint=models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('key',), name='canon_step_sent_once'),
                ),
                migrations.AddConstraint(
                    model_name='canonstep',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('taken_back_at__isnull', True), ('taken_back_by__isnull', True), ('taken_back_for', '')), models.Q(('taken_back_at__isnull', False), ('taken_back_by__isnull', False), models.Q(('taken_back_for', ''), _negated=True)), _connector='OR'), name='canon_step_taken_back_for_a_reason'),
                ),
                migrations.AddConstraint(
                    model_name='announcement',
                    constraint=models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='announcement_says_something'),
                ),
                migrations.AddConstraint(
                    model_name='announcement',
                    constraint=models.CheckConstraint(condition=models.Q(('until__isnull', True), ('until__gt', models.F('at')), _connector='OR'), name='announcement_stands_a_while'),
                ),
                migrations.AddConstraint(
                    model_name='announcement',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('taken_down_at__isnull', True), ('taken_down_by__isnull', True)), models.Q(('taken_down_at__isnull', False), ('taken_down_by__isnull', False)), _connector='OR'), name='announcement_taken_down_by_somebody'),
                ),
                migrations.AddConstraint(
                    model_name='eventnotice',
                    constraint=models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='event_notice_says_something'),
                ),
                migrations.AddIndex(
                    model_name='call',
                    index=models.Index(condition=models.Q(('ended', '')), fields=['game'], name='call_open'),
                ),
                migrations.AddConstraint(
                    model_name='call',
                    constraint=models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('game', 'key'), name='call_sent_once'),
                ),
                migrations.AddConstraint(
                    model_name='call',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('ended', ''), ('ended_at__isnull', True), ('ended_by__isnull', True), ('note', '')), models.Q(models.Q(('ended', ''), _negated=True), ('ended_at__isnull', False)), _connector='OR'), name='call_ended_wholly'),
                ),
                migrations.AddConstraint(
                    model_name='call',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('ended', 'answered'), _negated=True), ('ended_by__isnull', False), _connector='OR'), name='call_answered_by_somebody'),
                ),
                migrations.AddConstraint(
                    model_name='call',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'other'), _negated=True), models.Q(('about', ''), _negated=True), _connector='OR'), name='call_says_what_about'),
                ),
                migrations.AddConstraint(
                    model_name='gameplayer',
                    constraint=models.UniqueConstraint(fields=('game', 'person'), name='plays_once_in_a_game'),
                ),
                migrations.AddConstraint(
                    model_name='gameplayer',
                    constraint=models.UniqueConstraint(fields=('game', 'record_id'), name='record_id_once_in_a_game'),
                ),
                migrations.AddConstraint(
                    model_name='gameplayer',
                    constraint=models.UniqueConstraint(fields=('game', 'seat'), name='seat_taken_once_in_a_game'),
                ),
                migrations.AddConstraint(
                    model_name='gameplayer',
                    constraint=models.CheckConstraint(condition=models.Q(('seat__gte', 1), ('seat__lte', 10)), name='seat_of_ten'),
                ),
                migrations.AddConstraint(
                    model_name='authorisation',
                    constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='authorisation_has_a_reason'),
                ),
                migrations.AddConstraint(
                    model_name='authorisation',
                    constraint=models.CheckConstraint(condition=models.Q(('kind', 'plan'), ('player__isnull', False), _connector='OR'), name='authorisation_names_whom'),
                ),
                migrations.AddIndex(
                    model_name='appealstep',
                    index=models.Index(condition=models.Q(('decision', '')), fields=['until'], name='appeal_step_waiting'),
                ),
                migrations.AddConstraint(
                    model_name='appealstep',
                    constraint=models.UniqueConstraint(fields=('appeal', 'place'), name='appeal_step_once'),
                ),
                migrations.AddConstraint(
                    model_name='appealstep',
                    constraint=models.UniqueConstraint(condition=models.Q(('decision', ''), ('withdrawn_at__isnull', True)), fields=('appeal',), name='one_step_of_an_appeal_waits'),
                ),
                migrations.AddConstraint(
                    model_name='appealstep',
                    constraint=models.CheckConstraint(condition=models.Q(('withdrawn_at__isnull', True), ('decision', ''), _connector='OR'), name='withdrawn_step_is_not_decided'),
                ),
                migrations.AddConstraint(
                    model_name='appealstep',
                    constraint=models.CheckConstraint(condition=models.Q(('grounds', ''), _negated=True), name='appeal_has_grounds'),
                ),
                migrations.AddConstraint(
                    model_name='appealstep',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('decided_by__isnull', True), ('decision', ''), ('reasons', '')), models.Q(models.Q(('decision', ''), _negated=True), ('decided_at__isnull', False), ('decided_by__isnull', False), models.Q(('reasons', ''), _negated=True)), _connector='OR'), name='decision_has_reasons'),
                ),
                migrations.AddConstraint(
                    model_name='appealstep',
                    constraint=models.CheckConstraint(condition=models.Q(('penalty', ''), models.Q(('decision', 'upheld'), ('office', 'College')), _connector='OR'), name='only_the_college_finds_no_merit'),
                ),
                migrations.AddConstraint(
                    model_name='appealstep',
                    constraint=models.CheckConstraint(condition=models.Q(('not_disruptive', False), ('office__in', ('Managing', 'College')), _connector='OR'), name='who_finds_an_act_not_disruptive'),
                ),
                migrations.AddConstraint(
                    model_name='case',
                    constraint=models.UniqueConstraint(condition=models.Q(('step__isnull', False)), fields=('step', 'against'), name='one_case_a_prosecutor'),
                ),
                migrations.AddConstraint(
                    model_name='case',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('letter__isnull', False), ('step__isnull', True)), models.Q(('letter__isnull', True), ('step__isnull', False)), _connector='OR'), name='case_of_a_letter_or_a_decision'),
                ),
                migrations.AddConstraint(
                    model_name='case',
                    constraint=models.CheckConstraint(condition=models.Q(('charge', ''), _negated=True), name='case_charges_something'),
                ),
                migrations.AddConstraint(
                    model_name='case',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('decided_by__isnull', True), ('outcome', ''), ('reasons', '')), models.Q(models.Q(('outcome', ''), _negated=True), ('decided_at__isnull', False), ('decided_by__isnull', False), models.Q(('reasons', ''), _negated=True)), _connector='OR'), name='case_decided_with_reasons'),
                ),
                migrations.AddConstraint(
                    model_name='case',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('bar__isnull', False), ('outcome', 'bar')), models.Q(models.Q(('outcome', 'bar'), _negated=True), ('bar__isnull', True)), _connector='OR'), name='case_bar_goes_with_its_outcome'),
                ),
                migrations.AddConstraint(
                    model_name='lettersignature',
                    constraint=models.UniqueConstraint(fields=('letter', 'player'), name='letter_signed_once'),
                ),
                migrations.AddConstraint(
                    model_name='refunddraw',
                    constraint=models.UniqueConstraint(fields=('club', 'format', 'week'), name='refund_drawn_once_a_weekend'),
                ),
                migrations.AddConstraint(
                    model_name='refunddraw',
                    constraint=models.CheckConstraint(condition=models.Q(('amount__gte', 0), models.Q(('seed', ''), _negated=True), models.Q(('week', ''), _negated=True)), name='refund_drawn_from_a_seed'),
                ),
                migrations.AddConstraint(
                    model_name='entry',
                    constraint=models.UniqueConstraint(fields=('event', 'person'), name='entered_once_an_event'),
                ),
                migrations.AddConstraint(
                    model_name='entry',
                    constraint=models.UniqueConstraint(fields=('event', 'queue'), name='waits_once_in_the_queue'),
                ),
                migrations.AddConstraint(
                    model_name='entry',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('queue__isnull', False), ('state', 'waiting')), models.Q(models.Q(('state', 'waiting'), _negated=True), ('queue__isnull', True)), _connector='OR'), name='entry_waits_with_a_number'),
                ),
                migrations.AddConstraint(
                    model_name='entry',
                    constraint=models.CheckConstraint(condition=models.Q(('checked_in_at__isnull', True), ('state', 'entered'), _connector='OR'), name='entry_checked_in_is_entered'),
                ),
                migrations.AddConstraint(
                    model_name='entry',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('fee_state', 'waived'), models.Q(('fee_waived_for', ''), _negated=True)), models.Q(models.Q(('fee_state', 'waived'), _negated=True), ('fee_waived_for', '')), _connector='OR'), name='entry_fee_waived_for_a_reason'),
                ),
                migrations.AddConstraint(
                    model_name='entry',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('fee_state', 'refunded'), ('paid_at__isnull', False), ('refund__isnull', False)), models.Q(models.Q(('fee_state', 'refunded'), _negated=True), ('refund__isnull', True)), _connector='OR'), name='entry_fee_refunded_by_a_drawing'),
                ),
                migrations.AddConstraint(
                    model_name='entry',
                    constraint=models.CheckConstraint(condition=models.Q(('fee__gte', 0), ('late_fee__gte', 0)), name='entry_fee_not_below_nothing'),
                ),
                migrations.AddConstraint(
                    model_name='report',
                    constraint=models.CheckConstraint(condition=models.Q(('amends__isnull', True), ('from_sheet', False), _connector='OR'), name='sheet_is_amended_itself'),
                ),
                migrations.AddConstraint(
                    model_name='report',
                    constraint=models.UniqueConstraint(fields=('game', 'version'), name='report_version_once'),
                ),
                migrations.AddConstraint(
                    model_name='report',
                    constraint=models.UniqueConstraint(condition=models.Q(('current', True)), fields=('game',), name='one_current_report_a_game'),
                ),
                migrations.AddConstraint(
                    model_name='report',
                    constraint=models.CheckConstraint(condition=models.Q(('idempotency_key', ''), _negated=True), name='report_has_a_key'),
                ),
                migrations.AddConstraint(
                    model_name='recordfile',
                    constraint=models.UniqueConstraint(fields=('batch', 'number'), name='record_file_numbered_once'),
                ),
                migrations.AddConstraint(
                    model_name='recordfile',
                    constraint=models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'taken', 'unmatched', 'refused'])), name='record_file_state_known'),
                ),
                migrations.AddConstraint(
                    model_name='recordfile',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('report__isnull', False), ('state', 'taken')), models.Q(models.Q(('state', 'taken'), _negated=True), ('report__isnull', True)), _connector='OR'), name='record_file_taken_has_a_report'),
                ),
                migrations.AddConstraint(
                    model_name='confirmation',
                    constraint=models.CheckConstraint(condition=models.Q(('confirmer', models.F('reporter')), _negated=True), name='confirmer_is_not_the_reporter'),
                ),
                migrations.AddConstraint(
                    model_name='reportfinding',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('reason', ''), ('settled_at__isnull', True), ('settled_by__isnull', True)), models.Q(('settled_at__isnull', False), ('settled_by__isnull', False), models.Q(('reason', ''), _negated=True)), _connector='OR'), name='finding_settled_wholly'),
                ),
                migrations.AddConstraint(
                    model_name='round',
                    constraint=models.UniqueConstraint(condition=models.Q(('state', 'discarded'), _negated=True), fields=('event', 'number'), name='round_numbered_once'),
                ),
                migrations.AddConstraint(
                    model_name='round',
                    constraint=models.UniqueConstraint(condition=models.Q(('state', 'preview')), fields=('event',), name='one_round_is_seated_at_a_time'),
                ),
                migrations.AddConstraint(
                    model_name='round',
                    constraint=models.CheckConstraint(condition=models.Q(('seed', ''), _negated=True), name='round_has_a_seed'),
                ),
                migrations.AddIndex(
                    model_name='game',
                    index=models.Index(fields=['state', 'event'], name='game_by_state'),
                ),
                migrations.AddConstraint(
                    model_name='game',
                    constraint=models.UniqueConstraint(fields=('event', 'number', 'group'), name='game_numbered_once'),
                ),
                migrations.AddConstraint(
                    model_name='game',
                    constraint=models.UniqueConstraint(fields=('round', 'table'), name='table_once_in_a_round'),
                ),
                migrations.AddConstraint(
                    model_name='game',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('round__isnull', True), ('table__isnull', True)), models.Q(('round__isnull', False), ('table__isnull', False)), _connector='OR'), name='game_of_a_round_has_a_table'),
                ),
                migrations.AddConstraint(
                    model_name='game',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('group', ''), ('parent__isnull', True)), models.Q(models.Q(('group', ''), _negated=True), ('parent__isnull', False)), _connector='OR'), name='game_group_goes_with_parent'),
                ),
                migrations.AddConstraint(
                    model_name='game',
                    constraint=models.CheckConstraint(condition=models.Q(('state__in', ('open', 'void')), ('acting_executor__isnull', False), _connector='OR'), name='game_reported_has_an_executor'),
                ),
                migrations.AddConstraint(
                    model_name='draw',
                    constraint=models.UniqueConstraint(fields=('game', 'purpose', 'number'), name='draw_numbered_once'),
                ),
                migrations.AddConstraint(
                    model_name='draw',
                    constraint=models.UniqueConstraint(fields=('round', 'number'), name='draw_of_a_round_numbered_once'),
                ),
                migrations.AddConstraint(
                    model_name='draw',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('game__isnull', False), ('round__isnull', True)), models.Q(('game__isnull', True), ('round__isnull', False)), _connector='OR'), name='draw_at_a_table_or_for_a_round'),
                ),
                migrations.AddIndex(
                    model_name='ruling',
                    index=models.Index(fields=['section', '-at'], name='ruling_by_section'),
                ),
                migrations.AddIndex(
                    model_name='ruling',
                    index=models.Index(condition=models.Q(('public', True)), fields=['-at'], name='ruling_case_book'),
                ),
                migrations.AddConstraint(
                    model_name='ruling',
                    constraint=models.UniqueConstraint(fields=('game', 'number'), name='ruling_numbered_once'),
                ),
                migrations.AddConstraint(
                    model_name='ruling',
                    constraint=models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('key',), name='ruling_sent_once'),
                ),
                migrations.AddConstraint(
                    model_name='ruling',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('section', ''), _negated=True), models.Q(('what', ''), _negated=True), models.Q(('reason', ''), _negated=True)), name='ruling_cites_and_says_why'),
                ),
                migrations.AddConstraint(
                    model_name='ruling',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'irregularity'), models.Q(('irregularity', ''), _negated=True)), models.Q(models.Q(('kind', 'irregularity'), _negated=True), ('irregularity', '')), _connector='OR'), name='ruling_names_its_irregularity'),
                ),
                migrations.AddConstraint(
                    model_name='ruling',
                    constraint=models.CheckConstraint(condition=models.Q(('public', False), models.Q(('words', ''), _negated=True), _connector='OR'), name='public_ruling_has_words'),
                ),
                migrations.AddConstraint(
                    model_name='ruling',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('guiding_at__isnull', True), ('guiding_by__isnull', True), ('guiding_note', '')), models.Q(('guiding_at__isnull', False), ('guiding_by__isnull', False), ('public', True)), _connector='OR'), name='guiding_ruling_is_public'),
                ),
                migrations.AddConstraint(
                    model_name='entryruling',
                    constraint=models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('event', 'person'), name='one_ruling_stands_on_an_entry'),
                ),
                migrations.AddConstraint(
                    model_name='entryruling',
                    constraint=models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('key',), name='entry_ruling_sent_once'),
                ),
                migrations.AddConstraint(
                    model_name='entryruling',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('what', ''), _negated=True), models.Q(('reason', ''), _negated=True)), name='entry_ruling_says_what_and_why'),
                ),
                migrations.AddConstraint(
                    model_name='satout',
                    constraint=models.UniqueConstraint(fields=('event', 'person'), name='event_sat_out_once'),
                ),
                migrations.AddConstraint(
                    model_name='series',
                    constraint=models.CheckConstraint(condition=models.Q(('playoff__gte', 3)), name='series_playoff_has_a_table'),
                ),
                migrations.AddConstraint(
                    model_name='series',
                    constraint=models.CheckConstraint(condition=models.Q(('consolation', 0), ('consolation__gte', 3), _connector='OR'), name='series_consolation_has_a_table'),
                ),
                migrations.AddConstraint(
                    model_name='qualifier',
                    constraint=models.UniqueConstraint(fields=('series', 'person'), name='qualifies_once_in_a_series'),
                ),
                migrations.AddConstraint(
                    model_name='qualifier',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('declined_at__isnull', False), ('state', 'declined')), models.Q(models.Q(('state', 'declined'), _negated=True), ('declined_at__isnull', True)), _connector='OR'), name='qualifier_declined_at_a_moment'),
                ),
                migrations.AddIndex(
                    model_name='event',
                    index=models.Index(fields=['starts_at', 'id', 'ends_at'], name='event_by_start'),
                ),
                migrations.AddIndex(
                    model_name='event',
                    index=models.Index(fields=['ends_at'], name='event_by_end'),
                ),
                migrations.AddConstraint(
                    model_name='event',
                    constraint=models.CheckConstraint(condition=models.Q(('ends_at__gte', models.F('starts_at'))), name='event_ends_after_it_begins'),
                ),
                migrations.AddConstraint(
                    model_name='event',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('series__isnull', True), ('series_part', '')), models.Q(('series__isnull', False), models.Q(('series_part', ''), _negated=True)), _connector='OR'), name='event_of_a_series_has_a_part'),
                ),
                migrations.AddConstraint(
                    model_name='event',
                    constraint=models.CheckConstraint(condition=models.Q(('games_planned__gte', 1)), name='event_plans_a_game'),
                ),
                migrations.AddConstraint(
                    model_name='event',
                    constraint=models.CheckConstraint(condition=models.Q(('entry_fee__gte', 0)), name='event_fee_not_below_nothing'),
                ),
                migrations.AddConstraint(
                    model_name='event',
                    constraint=models.CheckConstraint(condition=models.Q(('capacity__isnull', True), ('capacity__gte', 3), _connector='OR'), name='event_has_room_for_a_game'),
                ),
                migrations.AddConstraint(
                    model_name='event',
                    constraint=models.CheckConstraint(condition=models.Q(('entries_from__isnull', True), ('entries_until__isnull', True), ('entries_until__gte', models.F('entries_from')), _connector='OR'), name='event_entries_close_after_they_open'),
                ),
                migrations.AddConstraint(
                    model_name='event',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('cancelled_at__isnull', True), ('cancelled_for', '')), models.Q(('cancelled_at__isnull', False), models.Q(('cancelled_for', ''), _negated=True)), _connector='OR'), name='event_cancelled_has_a_reason'),
                ),
                migrations.AddConstraint(
                    model_name='slip',
                    constraint=models.UniqueConstraint(fields=('game', 'place', 'version'), name='slip_version_once'),
                ),
                migrations.AddConstraint(
                    model_name='slip',
                    constraint=models.CheckConstraint(condition=models.Q(('idempotency_key', ''), _negated=True), name='slip_has_a_key'),
                ),
                migrations.AddConstraint(
                    model_name='slip',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('reason', ''), ('version', 1)), models.Q(('version__gt', 1), models.Q(('reason', ''), _negated=True)), _connector='OR'), name='slip_corrected_with_a_reason'),
                ),
                migrations.AddConstraint(
                    model_name='slipsignature',
                    constraint=models.CheckConstraint(condition=models.Q(('signer', models.F('reporter')), _negated=True), name='slip_signer_is_not_the_reporter'),
                ),
                migrations.AddConstraint(
                    model_name='split',
                    constraint=models.UniqueConstraint(condition=models.Q(('state', 'undone'), _negated=True), fields=('game',), name='one_split_a_game_that_stands'),
                ),
                migrations.AddConstraint(
                    model_name='split',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'undone'), _negated=True), models.Q(('undone_at__isnull', False), ('undone_by__isnull', False), models.Q(('reason', ''), _negated=True)), _connector='OR'), name='split_undone_with_a_reason'),
                ),
                migrations.AddConstraint(
                    model_name='stanzareport',
                    constraint=models.UniqueConstraint(fields=('report', 'number'), name='stanza_once_a_report'),
                ),
                migrations.AddConstraint(
                    model_name='settlement',
                    constraint=models.UniqueConstraint(fields=('stanza', 'mark'), name='settled_once_a_version'),
                ),
                migrations.AddConstraint(
                    model_name='settlement',
                    constraint=models.UniqueConstraint(condition=models.Q(('stanza__isnull', True)), fields=('game', 'mark'), name='settled_once_a_game'),
                ),
                migrations.AddConstraint(
                    model_name='settlement',
                    constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='settlement_has_a_reason'),
                ),
                migrations.AddConstraint(
                    model_name='statement',
                    constraint=models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='statement_says_something'),
                ),
                migrations.AddConstraint(
                    model_name='stay',
                    constraint=models.UniqueConstraint(condition=models.Q(('until__isnull', True)), fields=('player',), name='sits_once_at_a_table'),
                ),
                migrations.AddConstraint(
                    model_name='stay',
                    constraint=models.CheckConstraint(condition=models.Q(('since__gte', 1), models.Q(('until__isnull', True), ('until__gte', django.db.models.expressions.CombinedExpression(models.F('since'), '-', models.Value(1))), _connector='OR')), name='stay_ends_after_it_begins'),
                ),
                migrations.AddConstraint(
                    model_name='stay',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('came_after__isnull', True), ('came_from__isnull', True)), models.Q(('came_after__isnull', False), ('came_from__isnull', False)), _connector='OR'), name='stay_came_from_a_stanza'),
                ),
                migrations.AddConstraint(
                    model_name='tablelink',
                    constraint=models.UniqueConstraint(condition=models.Q(('withdrawn_at__isnull', True)), fields=('game',), name='one_link_a_table_that_opens'),
                ),
                migrations.AddConstraint(
                    model_name='tablelink',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('withdrawn_at__isnull', True), ('withdrawn_by__isnull', True)), models.Q(('withdrawn_at__isnull', False), ('withdrawn_by__isnull', False)), _connector='OR'), name='link_withdrawn_wholly'),
                ),
                migrations.AddConstraint(
                    model_name='stanzaversion',
                    constraint=models.UniqueConstraint(fields=('game', 'number', 'version'), name='stanza_version_once'),
                ),
                migrations.AddConstraint(
                    model_name='stanzaversion',
                    constraint=models.CheckConstraint(condition=models.Q(('idempotency_key', ''), _negated=True), name='stanza_version_has_a_key'),
                ),
                migrations.AddConstraint(
                    model_name='stanzaversion',
                    constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1), ('version__gte', 1), models.Q(('version', 1), models.Q(('reason', ''), _negated=True), _connector='OR')), name='stanza_corrected_with_a_reason'),
                ),
                migrations.AddConstraint(
                    model_name='team',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('left_after__isnull', True), ('left_for', ''), ('left_letter', '')), models.Q(('left_after__gte', 1), ('withdrawn_at__isnull', True), models.Q(('left_for', ''), _negated=True)), _connector='OR'), name='team_left_for_a_reason'),
                ),
                migrations.AddConstraint(
                    model_name='team',
                    constraint=models.UniqueConstraint(fields=('event', 'number'), name='team_numbered_once'),
                ),
                migrations.AddConstraint(
                    model_name='team',
                    constraint=models.UniqueConstraint(condition=models.Q(('withdrawn_at__isnull', True)), fields=('event', 'name'), name='team_named_once'),
                ),
                migrations.AddConstraint(
                    model_name='team',
                    constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='team_has_a_name'),
                ),
                migrations.AddConstraint(
                    model_name='teaminvitation',
                    constraint=models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('event', 'name'), name='team_invited_by_one_name'),
                ),
                migrations.AddConstraint(
                    model_name='teaminvitation',
                    constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='team_invitation_has_a_name'),
                ),
                migrations.AddConstraint(
                    model_name='teaminvitation',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('outcome', '')), models.Q(('ended_at__isnull', False), models.Q(('outcome', ''), _negated=True)), _connector='OR'), name='team_invitation_ends_with_an_outcome'),
                ),
                migrations.AddConstraint(
                    model_name='invitedplayer',
                    constraint=models.UniqueConstraint(fields=('invitation', 'letter'), name='letter_invited_once'),
                ),
                migrations.AddConstraint(
                    model_name='invitedplayer',
                    constraint=models.UniqueConstraint(fields=('invitation', 'person'), name='player_invited_once'),
                ),
                migrations.AddConstraint(
                    model_name='invitedplayer',
                    constraint=models.UniqueConstraint(condition=models.Q(('accepted_at__isnull', False), ('until__isnull', True)), fields=('event', 'person'), name='yes_to_one_team_an_event'),
                ),
                migrations.AddConstraint(
                    model_name='teammember',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('allowed_by__isnull', True), ('why', '')), models.Q(('allowed_by__isnull', False), models.Q(('why', ''), _negated=True)), _connector='OR'), name='substitute_allowed_for_a_reason'),
                ),
                migrations.AddConstraint(
                    model_name='teammember',
                    constraint=models.UniqueConstraint(condition=models.Q(('until__isnull', True)), fields=('team', 'letter'), name='letter_held_once'),
                ),
                migrations.AddConstraint(
                    model_name='teammember',
                    constraint=models.UniqueConstraint(condition=models.Q(('until__isnull', True)), fields=('entry',), name='entry_in_one_team'),
                ),
                migrations.AddConstraint(
                    model_name='violation',
                    constraint=models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('key',), name='violation_charged_once'),
                ),
                migrations.AddConstraint(
                    model_name='violation',
                    constraint=models.CheckConstraint(condition=models.Q(('act', ''), _negated=True), name='violation_says_what_was_done'),
                ),
                migrations.AddConstraint(
                    model_name='violation',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'improper-information'), ('ruling__isnull', False), ('step__isnull', True)), models.Q(('kind', 'improper-information'), ('ruling__isnull', True), ('step__isnull', False)), models.Q(models.Q(('kind', 'improper-information'), _negated=True), ('charged_by__isnull', False), ('step__isnull', True)), _connector='OR'), name='violation_charged_or_ruled'),
                ),
                migrations.AddConstraint(
                    model_name='offender',
                    constraint=models.UniqueConstraint(fields=('violation', 'player'), name='offender_once_a_violation'),
                ),
                migrations.AddConstraint(
                    model_name='vote',
                    constraint=models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('key',), name='vote_demanded_once'),
                ),
                migrations.AddConstraint(
                    model_name='vote',
                    constraint=models.UniqueConstraint(condition=models.Q(models.Q(('state', 'refused'), _negated=True), models.Q(('motion', 'type-2-adjusted-score'), _negated=True)), fields=('violation', 'motion'), name='motion_put_once'),
                ),
                migrations.AddConstraint(
                    model_name='vote',
                    constraint=models.UniqueConstraint(condition=models.Q(models.Q(('state', 'refused'), _negated=True), ('motion', 'type-2-adjusted-score')), fields=('violation', 'injured'), name='adjusted_score_put_once'),
                ),
                migrations.AddConstraint(
                    model_name='vote',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('motion', 'type-2-adjusted-score'), ('injured__isnull', False)), models.Q(models.Q(('motion', 'type-2-adjusted-score'), _negated=True), ('injured__isnull', True)), _connector='OR'), name='adjusted_score_names_the_injured'),
                ),
                migrations.AddConstraint(
                    model_name='vote',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('opened_at__isnull', True), ('ruling__isnull', True), ('state', 'demanded')), models.Q(('opened_at__isnull', True), ('ruling__isnull', False), ('state', 'refused'), models.Q(('reason', ''), _negated=True)), models.Q(('closed_at__isnull', True), ('opened_at__isnull', False), ('ruling__isnull', False), ('state', 'open')), models.Q(('carried__isnull', False), ('closed_at__isnull', False), ('opened_at__isnull', False), ('state', 'closed')), _connector='OR'), name='vote_state_is_whole'),
                ),
                migrations.AddConstraint(
                    model_name='vote',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'closed'), _negated=True), ('electorate', django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('ayes'), '+', models.F('noes')), '+', models.F('abstained')), '+', models.F('absent'))), _connector='OR'), name='vote_counts_its_electorate'),
                ),
                migrations.AddConstraint(
                    model_name='vote',
                    constraint=models.CheckConstraint(condition=models.Q(('secret', False), ('motion__in', ('type-2-bar', 'type-2-bar-with-playoffs')), _connector='OR'), name='only_bars_are_voted_in_secret'),
                ),
                migrations.AddConstraint(
                    model_name='letter',
                    constraint=models.UniqueConstraint(fields=('vote', 'against'), name='one_letter_an_offender'),
                ),
                migrations.AddConstraint(
                    model_name='letter',
                    constraint=models.CheckConstraint(condition=models.Q(('complaint', ''), _negated=True), name='letter_complains_of_something'),
                ),
                migrations.AddConstraint(
                    model_name='letter',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('document', ''), ('filed_at__isnull', True), ('filed_without', ''), ('number__isnull', True)), models.Q(('filed_at__isnull', False), ('number__isnull', False)), _connector='OR'), name='letter_numbered_when_filed'),
                ),
                migrations.AddConstraint(
                    model_name='letter',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('let_lie_at__isnull', True), ('let_lie_because', ''), ('let_lie_by__isnull', True)), models.Q(('filed_at__isnull', False), ('let_lie_at__isnull', False), ('let_lie_by__isnull', False), models.Q(('let_lie_because', ''), _negated=True)), _connector='OR'), name='letter_let_lie_by_somebody_for_a_reason'),
                ),
                migrations.AddConstraint(
                    model_name='appeal',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('ruling__isnull', False), ('vote__isnull', True)), models.Q(('ruling__isnull', True), ('vote__isnull', False)), _connector='OR'), name='appeal_of_a_ruling_or_a_vote'),
                ),
                migrations.AddConstraint(
                    model_name='appeal',
                    constraint=models.UniqueConstraint(condition=models.Q(('ended', 'withdrawn'), _negated=True), fields=('ruling',), name='ruling_appealed_once'),
                ),
                migrations.AddConstraint(
                    model_name='appeal',
                    constraint=models.UniqueConstraint(condition=models.Q(('ended', 'withdrawn'), _negated=True), fields=('vote',), name='vote_appealed_once'),
                ),
                migrations.AddConstraint(
                    model_name='appeal',
                    constraint=models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('key',), name='appeal_sent_once'),
                ),
                migrations.AddConstraint(
                    model_name='appeal',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('ended', ''), ('ended_at__isnull', True)), models.Q(models.Q(('ended', ''), _negated=True), ('ended_at__isnull', False)), _connector='OR'), name='appeal_ended_wholly'),
                ),
                migrations.AddIndex(
                    model_name='amendment',
                    index=models.Index(condition=models.Q(('ended_at__isnull', True)), fields=['game'], name='amendment_standing'),
                ),
                migrations.AddConstraint(
                    model_name='amendment',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('ruling__isnull', False), ('step__isnull', True), ('vote__isnull', True)), models.Q(('ruling__isnull', True), ('step__isnull', True), ('vote__isnull', False)), models.Q(('ruling__isnull', True), ('step__isnull', False), ('vote__isnull', True)), _connector='OR'), name='amendment_has_one_source'),
                ),
                migrations.AddConstraint(
                    model_name='amendment',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('ended_by_ruling__isnull', True), ('ended_by_step__isnull', True)), models.Q(('ended_at__isnull', False), ('ended_by_ruling__isnull', False), ('ended_by_step__isnull', True)), models.Q(('ended_at__isnull', False), ('ended_by_ruling__isnull', True), ('ended_by_step__isnull', False)), _connector='OR'), name='amendment_ended_by_one'),
                ),
                migrations.AddConstraint(
                    model_name='amendment',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('removes', []), _negated=True), models.Q(('adds', []), _negated=True), models.Q(('sets', {}), _negated=True), _connector='OR'), name='amendment_amends'),
                ),
                migrations.AddConstraint(
                    model_name='voter',
                    constraint=models.UniqueConstraint(fields=('vote', 'player'), name='on_the_roll_once'),
                ),
                migrations.AddConstraint(
                    model_name='voter',
                    constraint=models.UniqueConstraint(fields=('vote', 'place'), name='place_on_the_roll_once'),
                ),
                migrations.AddConstraint(
                    model_name='voter',
                    constraint=models.CheckConstraint(condition=models.Q(('answer', ''), ('answered', True), _connector='OR'), name='an_answer_is_answered'),
                ),
                migrations.AddConstraint(
                    model_name='waiting',
                    constraint=models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('game', 'person'), name='waits_once_at_a_table'),
                ),
                migrations.AddConstraint(
                    model_name='waiting',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('ended', ''), ('ended_at__isnull', True)), models.Q(('ended_at__isnull', False), models.Q(('ended', ''), _negated=True)), _connector='OR'), name='waiting_ended_wholly'),
                ),
                migrations.AddConstraint(
                    model_name='waiver',
                    constraint=models.UniqueConstraint(fields=('step', 'player'), name='step_waived_once'),
                ),
            ],
        ),
    ]
