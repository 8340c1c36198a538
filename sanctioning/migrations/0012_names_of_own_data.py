from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("sanctioning", "0011_languages_of_accounts")]

    operations = [
        migrations.AlterModelOptions(
            name="anonymisationwish",
            options={"ordering": ["-id"], "verbose_name_plural": "anonymisation wishes"},
        ),
    ]
