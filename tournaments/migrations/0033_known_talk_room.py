from django.db import migrations, models

from core.migration_operations import AddCheckNotValid


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('tournaments', '0032_parleys'),
    ]

    operations = [
        AddCheckNotValid(
            model_name='message',
            constraint=models.CheckConstraint(
                condition=models.Q(('room__in', ['table', 'public', 'parley'])), name='known_talk_room'
            ),
        ),
    ]
