"""All tables of the app at once: see `sanctioning.kit.one_step_migration`."""

import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.comparison
import django.db.models.functions.text
import django.db.models.functions.math
import sanctioning.kit.sentence_fields
import scoring.card_games
import scoring.points
from decimal import Decimal
from django.conf import settings
from django.db import migrations, models

from sanctioning.kit.one_step_migration import MakeTables


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('sanctioning', '0001_initial'),
        ('tournaments', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        MakeTables(
            tables=[
                migrations.CreateModel(
                    name='Import',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(max_length=20)),
                        ('name', models.CharField(help_text='What the file was called.', max_length=200)),
                        ('file', models.CharField(max_length=200)),
                        ('sha256', models.CharField(max_length=64)),
                        ('settings', models.JSONField(help_text='How the file is read: encoding, separator, days, columns, their line.')),
                        ('source', models.CharField(blank=True, help_text='What the figures are cited from.', max_length=200)),
                        ('source_day', models.DateField(blank=True, null=True)),
                        ('state', models.CharField(choices=[('read', 'to be checked'), ('checked', 'checked'), ('written', 'written'), ('undone', 'taken back')], default='read', max_length=7)),
                        ('uploaded_at', models.DateTimeField()),
                        ('turn', models.PositiveIntegerField(default=0, help_text='How often it was checked or written.')),
                        ('people_seen', models.PositiveBigIntegerField(default=0, help_text='Member numbers given at the check.')),
                        ('written_at', models.DateTimeField(blank=True, null=True)),
                        ('undone_at', models.DateTimeField(blank=True, null=True)),
                        ('undone_reason', models.TextField(blank=True)),
                        ('event', models.ForeignKey(blank=True, help_text='Whose entries these are, where whoever runs the event imports them.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='imports', to='tournaments.event')),
                        ('job', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='sanctioning.job')),
                        ('undone_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('uploaded_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('written_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                    ],
                    options={
                        'ordering': ['-id'],
                    },
                ),
                migrations.CreateModel(
                    name='ImportRow',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveIntegerField(help_text='The line of the file.')),
                        ('cells', models.JSONField()),
                        ('values', models.JSONField(default=dict)),
                        ('faults', models.JSONField(default=list)),
                        ('outcome', models.CharField(choices=[('new', 'new'), ('same', 'here already'), ('uncertain', 'uncertain'), ('wrong', 'wrong')], max_length=9)),
                        ('candidates', models.JSONField(default=list)),
                        ('choice', models.CharField(blank=True, max_length=12)),
                        ('content', models.CharField(max_length=64)),
                        ('reference', models.CharField(blank=True, max_length=40)),
                        ('made', models.BooleanField(default=False, help_text='Whether writing it made something.')),
                        ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='import_rows', to='sanctioning.club')),
                        ('of', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rows', to='scoring.import')),
                        ('person', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='import_rows', to='sanctioning.person')),
                        ('entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='import_rows', to='tournaments.entry')),
                        ('team', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='import_rows', to='tournaments.team')),
                        ('payment', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='import_rows', to='sanctioning.payment')),
                    ],
                    options={
                        'verbose_name': 'row of an import',
                        'verbose_name_plural': 'rows of imports',
                        'ordering': ['of', 'number'],
                    },
                ),
                migrations.CreateModel(
                    name='Award',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('points', scoring.points.Points(decimal_places=1, max_digits=9)),
                        ('blue', scoring.points.Points(decimal_places=1, default=Decimal('0.0'), max_digits=9)),
                        ('numbers', models.JSONField()),
                        ('continued', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='continuations', to='scoring.award')),
                    ],
                    options={
                        'ordering': ['standing'],
                    },
                ),
                migrations.CreateModel(
                    name='Certificate',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(choices=[('rating-points', 'Rating Point Certificate'), ('degree', 'certificate of a degree')], max_length=14)),
                        ('card_game', scoring.card_games.CardGameField(choices=scoring.card_games.card_game_choices, db_default='whoopie', default='whoopie', max_length=20)),
                        ('number', models.PositiveBigIntegerField()),
                        ('code', models.CharField(max_length=20, unique=True)),
                        ('degree', models.CharField(blank=True, max_length=40)),
                        ('points', scoring.points.Points(decimal_places=1, max_digits=9)),
                        ('blue', scoring.points.Points(decimal_places=1, max_digits=9)),
                        ('state', models.CharField(choices=[('issued', 'issued'), ('recorded', 'recorded'), ('void', 'void'), ('replaced', 'replaced'), ('mutilated', 'mutilated')], default='issued', max_length=10)),
                        ('facts', models.JSONField()),
                        ('issued_at', models.DateTimeField()),
                        ('document', models.FileField(blank=True, upload_to='certificates/')),
                        ('document_sha256', models.CharField(blank=True, max_length=64)),
                        ('paper_sha256', models.CharField(blank=True, max_length=64)),
                        ('earlier_serial', models.CharField(blank=True, help_text='Its serial from before this system.', max_length=40)),
                        ('award', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='certificates', to='scoring.award')),
                        ('brought_forward', models.ForeignKey(blank=True, help_text='The row of an import from which a certificate of the time before this system came.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='certificates', to='scoring.importrow')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='certificates', to='sanctioning.person')),
                        ('replaces', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='replacement', to='scoring.certificate')),
                        ('signed_with', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='certificates', to='sanctioning.signingkey')),
                    ],
                    options={
                        'ordering': ['kind', 'number'],
                    },
                ),
                migrations.CreateModel(
                    name='Certification',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('version', models.PositiveSmallIntegerField(default=1)),
                        ('current', models.BooleanField(default=True)),
                        ('at', models.DateTimeField()),
                        ('card_game', scoring.card_games.CardGameField(blank=True, choices=scoring.card_games.card_game_choices, db_default='whoopie', default='whoopie', max_length=20)),
                        ('player_hands', models.PositiveIntegerField()),
                        ('why', models.TextField(blank=True)),
                        ('ruling', models.CharField(blank=True, max_length=200)),
                        ('articles', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.articles')),
                        ('certified_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='certifications', to='sanctioning.appointment')),
                        ('corrects', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='corrected_by', to='scoring.certification')),
                        ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='certifications', to='tournaments.game')),
                        ('ordered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('report', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='certification', to='tournaments.report')),
                    ],
                    options={
                        'ordering': ['at', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='LedgerEntry',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveBigIntegerField(unique=True)),
                        ('book', models.CharField(choices=[('awarded', 'awarded'), ('recorded', 'recorded')], max_length=8)),
                        ('card_game', scoring.card_games.CardGameField(choices=scoring.card_games.card_game_choices, db_default='whoopie', default='whoopie', max_length=20)),
                        ('points', scoring.points.Points(decimal_places=1, max_digits=9)),
                        ('blue', scoring.points.Points(decimal_places=1, max_digits=9)),
                        ('points_tenths', models.GeneratedField(db_persist=True, expression=django.db.models.functions.comparison.Cast(django.db.models.functions.math.Round(django.db.models.expressions.CombinedExpression(models.F('points'), '*', models.Value(10))), models.IntegerField()), output_field=models.IntegerField())),
                        ('blue_tenths', models.GeneratedField(db_persist=True, expression=django.db.models.functions.comparison.Cast(django.db.models.functions.math.Round(django.db.models.expressions.CombinedExpression(models.F('blue'), '*', models.Value(10))), models.IntegerField()), output_field=models.IntegerField())),
                        ('reason', models.TextField()),
                        ('at', models.DateTimeField()),
                        ('day', models.DateField()),
                        ('previous_hash', models.CharField(max_length=64)),
                        ('hash', models.CharField(max_length=64, unique=True)),
                        ('award', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='scoring.award')),
                        ('certificate', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='scoring.certificate')),
                        ('corrects', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='corrections', to='scoring.ledgerentry')),
                        ('ordered_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ledger', to='sanctioning.person')),
                        ('brought_forward', models.ForeignKey(blank=True, help_text='The row of an import from which points of earlier years came.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='scoring.importrow')),
                    ],
                    options={
                        'verbose_name_plural': 'ledger entries',
                        'ordering': ['number'],
                    },
                ),
                migrations.CreateModel(
                    name='Practice',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('key', models.CharField(max_length=22, unique=True)),
                        ('origin', models.CharField(blank=True, help_text="A visitor's address, as a keyed hash.", max_length=32)),
                        ('made_at', models.DateTimeField(db_index=True)),
                        ('account', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='practices', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'practice event',
                        'ordering': ['-made_at', '-id'],
                    },
                ),
                migrations.CreateModel(
                    name='Preview',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('edit', models.PositiveIntegerField()),
                        ('body', models.JSONField()),
                        ('since', models.DateField()),
                        ('asked_at', models.DateTimeField()),
                        ('games_to', models.PositiveBigIntegerField(default=0, help_text='The last certification that is done.')),
                        ('people_to', models.PositiveBigIntegerField(default=0, help_text='The last person that is done.')),
                        ('games', models.PositiveIntegerField(default=0)),
                        ('people', models.PositiveIntegerField(default=0)),
                        ('totals', models.JSONField(blank=True, null=True)),
                        ('finished_at', models.DateTimeField(blank=True, null=True)),
                        ('articles', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='previews', to='sanctioning.articles')),
                        ('asked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                    ],
                    options={
                        'ordering': ['-asked_at', '-id'],
                    },
                ),
                migrations.CreateModel(
                    name='PreviewGame',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('trouble', models.TextField(blank=True)),
                        ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.game')),
                        ('preview', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='differing_games', to='scoring.preview')),
                    ],
                    options={
                        'ordering': ['preview', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='PreviewPerson',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('card_game', scoring.card_games.CardGameField(choices=scoring.card_games.card_game_choices, db_default='whoopie', default='whoopie', max_length=20)),
                        ('won_now', scoring.points.Points(decimal_places=1, max_digits=9)),
                        ('won_blue_now', scoring.points.Points(decimal_places=1, max_digits=9)),
                        ('won_draft', scoring.points.Points(decimal_places=1, max_digits=9)),
                        ('won_blue_draft', scoring.points.Points(decimal_places=1, max_digits=9)),
                        ('recorded_now', scoring.points.Points(decimal_places=1, max_digits=9)),
                        ('recorded_blue_now', scoring.points.Points(decimal_places=1, max_digits=9)),
                        ('recorded_draft', scoring.points.Points(decimal_places=1, max_digits=9)),
                        ('recorded_blue_draft', scoring.points.Points(decimal_places=1, max_digits=9)),
                        ('rank_now', models.SmallIntegerField(help_text='-1 for none.')),
                        ('rank_draft', models.SmallIntegerField()),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('preview', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='scoring.preview')),
                    ],
                    options={
                        'ordering': ['preview', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='PreviewPlacing',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('points_now', scoring.points.Points(decimal_places=1, max_digits=9)),
                        ('blue_now', scoring.points.Points(decimal_places=1, max_digits=9)),
                        ('points_draft', scoring.points.Points(decimal_places=1, max_digits=9)),
                        ('blue_draft', scoring.points.Points(decimal_places=1, max_digits=9)),
                        ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.game')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('preview', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='placings', to='scoring.preview')),
                    ],
                    options={
                        'ordering': ['preview', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='Roster',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('card_game', scoring.card_games.CardGameField(choices=scoring.card_games.card_game_choices, db_default='whoopie', default='whoopie', max_length=20)),
                        ('as_of', models.DateField()),
                        ('state', models.CharField(choices=[('compiled', 'compiled'), ('published', 'published')], default='compiled', max_length=10)),
                        ('cut', models.PositiveBigIntegerField()),
                        ('inputs_hash', models.CharField(max_length=64)),
                        ('compiled_at', models.DateTimeField()),
                        ('published_at', models.DateTimeField(blank=True, null=True)),
                        ('players', models.PositiveIntegerField()),
                        ('points', scoring.points.Points(decimal_places=1, max_digits=12)),
                        ('blue', scoring.points.Points(decimal_places=1, max_digits=12)),
                        ('brought_forward', scoring.points.Points(decimal_places=1, default=Decimal('0.0'), max_digits=12)),
                        ('degrees', models.JSONField(default=list)),
                        ('csv_sha256', models.CharField(max_length=64)),
                        ('compiled_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                        ('published_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                    ],
                    options={
                        'ordering': ['-as_of', '-card_game'],
                    },
                ),
                migrations.CreateModel(
                    name='ImportDocument',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=200)),
                        ('file', models.CharField(max_length=200)),
                        ('sha256', models.CharField(max_length=64)),
                        ('of', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='documents', to='scoring.import')),
                    ],
                    options={
                        'verbose_name': 'document of an import',
                        'verbose_name_plural': 'documents of imports',
                        'ordering': ['of', 'name'],
                    },
                ),
                migrations.CreateModel(
                    name='EarlierRoster',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('card_game', scoring.card_games.CardGameField(choices=scoring.card_games.card_game_choices, db_default='whoopie', default='whoopie', max_length=20)),
                        ('as_of', models.DateField()),
                        ('title', models.CharField(max_length=120)),
                        ('file_name', models.CharField(max_length=200)),
                        ('file', models.CharField(max_length=200)),
                        ('sha256', models.CharField(max_length=64, unique=True)),
                        ('brought_forward', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='earlier_roster', to='scoring.importrow')),
                    ],
                    options={
                        'ordering': ['-as_of', 'card_game', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='Erratum',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveIntegerField()),
                        ('at', models.DateTimeField()),
                        ('name', models.CharField(max_length=170)),
                        ('member_number', models.CharField(max_length=12)),
                        ('said_degree', models.CharField(blank=True, max_length=60)),
                        ('said_points', scoring.points.Points(decimal_places=1, max_digits=9)),
                        ('said_blue', scoring.points.Points(decimal_places=1, max_digits=9)),
                        ('right_degree', models.CharField(blank=True, max_length=60)),
                        ('right_points', scoring.points.Points(decimal_places=1, max_digits=9)),
                        ('right_blue', scoring.points.Points(decimal_places=1, max_digits=9)),
                        ('certification', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='errata', to='scoring.certification')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='errata', to='sanctioning.person')),
                        ('roster', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='errata', to='scoring.roster')),
                    ],
                    options={
                        'verbose_name_plural': 'errata',
                        'ordering': ['roster', 'number'],
                    },
                ),
                migrations.CreateModel(
                    name='RosterDocument',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(choices=[('booklet', 'booklet'), ('errata', 'errata'), ('club', 'part of a club')], default='booklet', max_length=7)),
                        ('club', models.CharField(blank=True, max_length=120)),
                        ('file', models.FileField(upload_to='rosters/')),
                        ('sha256', models.CharField(max_length=64)),
                        ('inputs_hash', models.CharField(max_length=64)),
                        ('roster', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='documents', to='scoring.roster')),
                    ],
                ),
                migrations.CreateModel(
                    name='RosterSheet',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveIntegerField()),
                        ('lines', models.PositiveIntegerField()),
                        ('text', models.TextField()),
                        ('roster', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sheets', to='scoring.roster')),
                    ],
                    options={
                        'ordering': ['roster', 'number'],
                    },
                ),
                migrations.CreateModel(
                    name='SignedHead',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveBigIntegerField(unique=True)),
                        ('at', models.DateTimeField()),
                        ('line', models.TextField()),
                        ('seen_trail', models.PositiveBigIntegerField()),
                        ('seen_certificates', models.PositiveBigIntegerField()),
                        ('writing', models.JSONField(default=list)),
                        ('signed_with', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='heads', to='sanctioning.signingkey')),
                    ],
                    options={
                        'ordering': ['number'],
                    },
                ),
                migrations.CreateModel(
                    name='Standing',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('record_id', models.CharField(max_length=64)),
                        ('place', models.PositiveSmallIntegerField()),
                        ('shared', models.BooleanField()),
                        ('score', models.IntegerField()),
                        ('extrapolated', models.IntegerField(default=0)),
                        ('certification', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='standings', to='scoring.certification')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='standings', to='sanctioning.person')),
                    ],
                    options={
                        'ordering': ['certification', 'place', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='Submission',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveBigIntegerField(unique=True)),
                        ('card_game', scoring.card_games.CardGameField(choices=scoring.card_games.card_game_choices, db_default='whoopie', default='whoopie', max_length=20)),
                        ('at', models.DateTimeField()),
                        ('state', models.CharField(choices=[('accepted', 'accepted'), ('refused', 'refused')], max_length=8)),
                        ('codes', models.JSONField()),
                        ('mutilated', models.JSONField(default=list)),
                        ('total', scoring.points.Points(decimal_places=1, max_digits=9)),
                        ('blue', scoring.points.Points(decimal_places=1, max_digits=9)),
                        ('held_points', scoring.points.Points(decimal_places=1, max_digits=9)),
                        ('held_blue', scoring.points.Points(decimal_places=1, max_digits=9)),
                        ('refused_for', models.CharField(blank=True, max_length=20)),
                        ('reason', sanctioning.kit.sentence_fields.SentenceField(blank=True)),
                        ('answer', models.JSONField()),
                        ('articles', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.articles')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='submissions', to='sanctioning.person')),
                        ('registrar', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='sanctioning.person')),
                    ],
                    options={
                        'ordering': ['-number'],
                    },
                ),
                migrations.CreateModel(
                    name='RecordedCertificate',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('certificate', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='recording', to='scoring.certificate')),
                        ('entry', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='recording', to='scoring.ledgerentry')),
                        ('instead_of', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='taken_over_by', to='scoring.recordedcertificate')),
                        ('submission', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='recorded', to='scoring.submission')),
                    ],
                    options={
                        'ordering': ['submission', 'id'],
                    },
                ),
                migrations.CreateModel(
                    name='DegreeHeld',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('card_game', scoring.card_games.CardGameField(choices=scoring.card_games.card_game_choices, db_default='whoopie', default='whoopie', max_length=20)),
                        ('degree', models.CharField(max_length=40)),
                        ('rank', models.PositiveSmallIntegerField()),
                        ('since', models.DateField()),
                        ('until', models.DateField(blank=True, null=True)),
                        ('certificate', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='degree_held', to='scoring.certificate')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='degrees', to='sanctioning.person')),
                        ('submission', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='degrees', to='scoring.submission')),
                        ('brought_forward', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='degrees', to='scoring.importrow')),
                    ],
                    options={
                        'verbose_name_plural': 'degrees held',
                        'ordering': ['person', 'rank'],
                    },
                ),
            ],
            more=[
                migrations.AddConstraint(
                    model_name='import',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('state__in', ['read', 'checked']), ('written_at__isnull', True), ('written_by__isnull', True)), models.Q(('state__in', ['written', 'undone']), ('written_at__isnull', False), ('written_by__isnull', False)), _connector='OR'), name='import_written_by_somebody'),
                ),
                migrations.AddConstraint(
                    model_name='import',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(models.Q(('state', 'undone'), _negated=True), ('undone_at__isnull', True), ('undone_by__isnull', True)), models.Q(('state', 'undone'), ('undone_at__isnull', False), ('undone_by__isnull', False), models.Q(('undone_reason', ''), _negated=True)), _connector='OR'), name='import_undone_for_a_reason'),
                ),
                migrations.AddIndex(
                    model_name='importrow',
                    index=models.Index(fields=['of', 'outcome', 'number'], name='import_row_by_outcome'),
                ),
                migrations.AddIndex(
                    model_name='importrow',
                    index=models.Index(fields=['content'], name='import_row_by_content'),
                ),
                migrations.AddIndex(
                    model_name='importrow',
                    index=models.Index(fields=['reference'], name='import_row_by_reference'),
                ),
                migrations.AddConstraint(
                    model_name='importrow',
                    constraint=models.UniqueConstraint(fields=('of', 'number'), name='import_row_once'),
                ),
                migrations.AddField(
                    model_name='award',
                    name='standing',
                    field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='award', to='scoring.standing'),
                ),
                migrations.AddIndex(
                    model_name='certificate',
                    index=models.Index(fields=['issued_at', 'id'], name='certificate_latest'),
                ),
                migrations.AddIndex(
                    model_name='certificate',
                    index=models.Index(fields=['state', 'kind', 'number'], name='certificate_by_state'),
                ),
                migrations.AddIndex(
                    model_name='certificate',
                    index=models.Index(fields=['points', 'id'], name='certificate_by_points'),
                ),
                migrations.AddIndex(
                    model_name='certificate',
                    index=models.Index(fields=['person', 'kind', 'state'], name='certificate_by_person'),
                ),
                migrations.AddConstraint(
                    model_name='certificate',
                    constraint=models.UniqueConstraint(fields=('kind', 'number'), name='certificate_serial_once'),
                ),
                migrations.AddConstraint(
                    model_name='certificate',
                    constraint=models.UniqueConstraint(condition=models.Q(('state__in', ['issued', 'recorded'])), fields=('award',), name='one_good_certificate_an_award'),
                ),
                migrations.AddConstraint(
                    model_name='certificate',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('degree', ''), ('kind', 'rating-points'), ('points__gt', 0), models.Q(models.Q(('award__isnull', False), ('brought_forward__isnull', True)), models.Q(('award__isnull', True), ('brought_forward__isnull', False)), _connector='OR')), models.Q(('award__isnull', True), ('brought_forward__isnull', True), ('kind', 'degree'), models.Q(('degree', ''), _negated=True)), _connector='OR'), name='certificate_of_an_award_or_a_degree'),
                ),
                migrations.AddConstraint(
                    model_name='certificate',
                    constraint=models.CheckConstraint(condition=models.Q(('earlier_serial', ''), ('brought_forward__isnull', False), _connector='OR'), name='certificate_of_the_old_books_was_imported'),
                ),
                migrations.AddConstraint(
                    model_name='certificate',
                    constraint=models.UniqueConstraint(django.db.models.functions.text.Upper('earlier_serial'), condition=models.Q(models.Q(('earlier_serial', ''), _negated=True), models.Q(('state', 'void'), _negated=True)), name='certificate_of_the_old_books_once'),
                ),
                migrations.AddConstraint(
                    model_name='importdocument',
                    constraint=models.UniqueConstraint(fields=('of', 'name'), name='import_document_once'),
                ),
                migrations.AddConstraint(
                    model_name='certificate',
                    constraint=models.CheckConstraint(condition=models.Q(('blue__gte', 0), ('blue__lte', models.F('points'))), name='certificate_blue_within_points'),
                ),
                migrations.AddIndex(
                    model_name='certification',
                    index=models.Index(condition=models.Q(('current', True)), fields=['-at', '-id'], name='certification_latest'),
                ),
                migrations.AddConstraint(
                    model_name='certification',
                    constraint=models.UniqueConstraint(fields=('game', 'version'), name='certification_version_once'),
                ),
                migrations.AddConstraint(
                    model_name='certification',
                    constraint=models.UniqueConstraint(condition=models.Q(('current', True)), fields=('game',), name='one_current_certification_a_game'),
                ),
                migrations.AddConstraint(
                    model_name='certification',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('corrects__isnull', True), ('ordered_by__isnull', True), ('ruling', ''), ('version', 1), ('why', '')), models.Q(('corrects__isnull', False), ('ordered_by__isnull', False), ('version__gt', 1), models.Q(('why', ''), _negated=True), models.Q(('ruling', ''), _negated=True)), _connector='OR'), name='correction_is_ordered_with_a_reason'),
                ),
                migrations.AddIndex(
                    model_name='ledgerentry',
                    index=models.Index(fields=['book', 'day', 'person'], name='ledger_by_day'),
                ),
                migrations.AddIndex(
                    model_name='ledgerentry',
                    index=models.Index(fields=['person', 'book'], name='ledger_by_person'),
                ),
                migrations.AddIndex(
                    model_name='ledgerentry',
                    index=models.Index(fields=['blue_tenths', 'id'], name='ledger_by_blue'),
                ),
                migrations.AddIndex(
                    model_name='ledgerentry',
                    index=models.Index(fields=['points_tenths', 'id'], name='ledger_by_points'),
                ),
                migrations.AddIndex(
                    model_name='ledgerentry',
                    index=models.Index(fields=['day', 'number'], name='ledger_in_days'),
                ),
                migrations.AddConstraint(
                    model_name='ledgerentry',
                    constraint=models.CheckConstraint(condition=models.Q(('corrects__isnull', False), models.Q(('blue__gte', 0), ('blue__lte', models.F('points')), ('points__gte', 0)), _connector='OR'), name='ledger_only_corrections_take'),
                ),
                migrations.AddConstraint(
                    model_name='ledgerentry',
                    constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='ledger_entry_has_a_reason'),
                ),
                migrations.AddIndex(
                    model_name='practice',
                    index=models.Index(condition=models.Q(('origin', ''), _negated=True), fields=['origin'], name='practice_origin'),
                ),
                migrations.AddConstraint(
                    model_name='preview',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', True), ('totals__isnull', True)), models.Q(('finished_at__isnull', False), ('totals__isnull', False)), _connector='OR'), name='preview_finished_has_totals'),
                ),
                migrations.AddConstraint(
                    model_name='previewgame',
                    constraint=models.UniqueConstraint(fields=('preview', 'game'), name='preview_game_once'),
                ),
                migrations.AddConstraint(
                    model_name='previewperson',
                    constraint=models.UniqueConstraint(fields=('preview', 'person', 'card_game'), name='preview_person_once_a_card_game'),
                ),
                migrations.AddIndex(
                    model_name='previewplacing',
                    index=models.Index(fields=['preview', 'person'], name='preview_placing_by_person'),
                ),
                migrations.AddConstraint(
                    model_name='previewplacing',
                    constraint=models.UniqueConstraint(fields=('preview', 'game', 'person'), name='preview_placing_once'),
                ),
                migrations.AddConstraint(
                    model_name='previewplacing',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('points_now', models.F('points_draft')), _negated=True), models.Q(('blue_now', models.F('blue_draft')), _negated=True), _connector='OR'), name='preview_placing_differs'),
                ),
                migrations.AddConstraint(
                    model_name='roster',
                    constraint=models.UniqueConstraint(fields=('as_of', 'card_game'), name='roster_once_a_card_game'),
                ),
                migrations.AddConstraint(
                    model_name='roster',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('as_of__day', 15), ('as_of__month', 5)), models.Q(('as_of__day', 15), ('as_of__month', 11)), _connector='OR'), name='roster_as_of_15_may_or_15_november'),
                ),
                migrations.AddConstraint(
                    model_name='roster',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('published_at__isnull', True), ('published_by__isnull', True), ('state', 'compiled')), models.Q(('published_at__isnull', False), ('published_by__isnull', False), ('state', 'published')), _connector='OR'), name='roster_published_by_somebody'),
                ),
                migrations.AddConstraint(
                    model_name='erratum',
                    constraint=models.UniqueConstraint(fields=('roster', 'number'), name='erratum_numbered_once'),
                ),
                migrations.AddConstraint(
                    model_name='erratum',
                    constraint=models.UniqueConstraint(fields=('roster', 'person', 'certification'), name='erratum_once_a_correction'),
                ),
                migrations.AddConstraint(
                    model_name='rosterdocument',
                    constraint=models.UniqueConstraint(fields=('roster', 'kind', 'club'), name='printed_once_a_part'),
                ),
                migrations.AddConstraint(
                    model_name='rosterdocument',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'club'), models.Q(('club', ''), _negated=True)), models.Q(models.Q(('kind', 'club'), _negated=True), ('club', '')), _connector='OR'), name='part_of_a_club_names_it'),
                ),
                migrations.AddConstraint(
                    model_name='rostersheet',
                    constraint=models.UniqueConstraint(fields=('roster', 'number'), name='sheet_once_a_roster'),
                ),
                migrations.AddIndex(
                    model_name='signedhead',
                    index=models.Index(fields=['at'], name='head_by_moment'),
                ),
                migrations.AddConstraint(
                    model_name='standing',
                    constraint=models.UniqueConstraint(fields=('certification', 'person'), name='stands_once_in_a_game'),
                ),
                migrations.AddConstraint(
                    model_name='standing',
                    constraint=models.CheckConstraint(condition=models.Q(('place__gte', 1)), name='places_count_from_one'),
                ),
                migrations.AddConstraint(
                    model_name='standing',
                    constraint=models.CheckConstraint(condition=models.Q(('extrapolated__gte', 0)), name='extrapolation_never_takes'),
                ),
                migrations.AddConstraint(
                    model_name='award',
                    constraint=models.CheckConstraint(condition=models.Q(('blue__gte', 0), ('blue__lte', models.F('points')), ('points__gt', 0)), name='award_blue_within_points'),
                ),
                migrations.AddConstraint(
                    model_name='submission',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('refused_for', ''), ('state', 'accepted')), models.Q(('state', 'refused'), models.Q(('refused_for', ''), _negated=True), models.Q(('reason', ''), _negated=True)), _connector='OR'), name='submission_refused_has_a_reason'),
                ),
                migrations.AddIndex(
                    model_name='degreeheld',
                    index=models.Index(condition=models.Q(('until__isnull', True)), fields=['rank', 'since', 'id'], name='degree_held_now'),
                ),
                migrations.AddConstraint(
                    model_name='degreeheld',
                    constraint=models.UniqueConstraint(condition=models.Q(('until__isnull', True)), fields=('person', 'card_game', 'degree'), name='degree_held_once_a_card_game'),
                ),
            ],
        ),
    ]
