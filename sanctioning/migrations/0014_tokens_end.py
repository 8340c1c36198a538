import datetime as dt

from django.db import migrations, models
from django.utils import timezone


def in_ninety_days() -> dt.datetime:
    return timezone.now() + dt.timedelta(days=90)


class Migration(migrations.Migration):

    dependencies = [
        ('sanctioning', '0013_sent_keys'),
    ]

    operations = [
        migrations.AddField(
            model_name='account',
            name='password_changed_at',
            field=models.DateTimeField(editable=False, help_text='Empty: never since the account was made.', null=True),
        ),
        migrations.AddField(
            model_name='apitoken',
            name='scope',
            field=models.CharField(choices=[('read', 'read only'), ('full', 'everything that you may do')], default='full', max_length=8),
        ),
        migrations.AlterField(
            model_name='apitoken',
            name='scope',
            field=models.CharField(choices=[('read', 'read only'), ('full', 'everything that you may do')], default='read', max_length=8),
        ),
        migrations.AddField(
            model_name='apitoken',
            name='expires_at',
            field=models.DateTimeField(default=in_ninety_days),
            preserve_default=False,
        ),
        migrations.AddConstraint(
            model_name='apitoken',
            constraint=models.CheckConstraint(condition=models.Q(('scope__in', ('read', 'full'))), name='token_has_a_scope'),
        ),
        migrations.AddConstraint(
            model_name='apitoken',
            constraint=models.CheckConstraint(condition=models.Q(('expires_at__gt', models.F('made_at'))), name='token_ends_after_it_begins'),
        ),
    ]
