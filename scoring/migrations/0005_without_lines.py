from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [("scoring", "0004_lines_into_sheets")]

    operations = [
        migrations.RemoveField(
            model_name='roster',
            name='csv',
        ),
        migrations.DeleteModel(
            name='RosterLine',
        ),
    ]
