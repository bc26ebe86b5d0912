from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0031_followed_boards'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='message',
            name='known_room',
        ),
        migrations.AddField(
            model_name='message',
            name='among',
            field=models.CharField(blank=True, db_default='', default='', max_length=16),
        ),
        migrations.AddField(
            model_name='message',
            name='from_seat',
            field=models.CharField(blank=True, db_default='', default='', max_length=1),
        ),
        migrations.AlterField(
            model_name='message',
            name='room',
            field=models.CharField(choices=[('table', 'Table'), ('public', 'Public'), ('parley', 'Parley')], max_length=6),
        ),
    ]
