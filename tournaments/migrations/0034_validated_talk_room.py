from django.db import migrations

from core.migration_operations import ValidateCheck


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('tournaments', '0033_known_talk_room'),
    ]

    operations = [
        ValidateCheck(
            model_name='message',
            name='known_talk_room',
        ),
    ]
