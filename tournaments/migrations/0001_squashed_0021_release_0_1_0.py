"""All migrations before the first release in one: a new site applies it, an older one those that it replaces."""

import core.public_codes
import django.db.models.deletion
import tournaments.models.rounds
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('tournaments', '0001_initial'), ('tournaments', '0002_casual_battles'), ('tournaments', '0003_talk'), ('tournaments', '0004_organising'), ('tournaments', '0005_time_and_absence'), ('tournaments', '0006_ended_by_status'), ('tournaments', '0007_table_flips'), ('tournaments', '0008_boards_and_puzzles'), ('tournaments', '0009_rules_version'), ('tournaments', '0010_queued_orders'), ('tournaments', '0011_self_checks'), ('tournaments', '0012_ended_by_type'), ('tournaments', '0013_rounds_to_tell'), ('tournaments', '0014_who_measured_a_board'), ('tournaments', '0015_round_faults'), ('tournaments', '0016_casual_networks'), ('tournaments', '0017_rounds_of_play'), ('tournaments', '0018_organisers_who_left_and_ends_of_silences'), ('tournaments', '0019_battles_that_wait_for_a_leave'), ('tournaments', '0020_trainings_are_not_told'), ('tournaments', '0021_why_a_series_was_called_off')]

    initial = True

    dependencies = [
        ('dynasty', '0001_squashed_0011_release_0_1_0'),
        ('dynasty', '__first__'),
    ]

    operations = [
        migrations.CreateModel(
            name='DrawnBoard',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=core.public_codes.new_code, max_length=10, unique=True)),
                ('title', models.CharField(max_length=60)),
                ('drawing', models.TextField()),
                ('digest', models.CharField(max_length=64)),
                ('seats', models.PositiveSmallIntegerField()),
                ('drawn_at', models.DateTimeField()),
                ('shelved_at', models.DateTimeField(blank=True, null=True)),
                ('after', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='remixes', to='tournaments.drawnboard')),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='boards', to='dynasty.dynasty')),
            ],
            options={
                'indexes': [models.Index(fields=['shelved_at', '-drawn_at'], name='boards_on_the_list')],
                'constraints': [models.UniqueConstraint(fields=('author', 'digest'), name='drawn_once'), models.CheckConstraint(condition=models.Q(('seats__gte', 2)), name='a_board_has_seats')],
            },
        ),
        migrations.CreateModel(
            name='Tournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=core.public_codes.new_code, max_length=10, unique=True)),
                ('title', models.CharField(max_length=60)),
                ('casual', models.BooleanField(default=False)),
                ('type', models.CharField(choices=[('training', 'Training'), ('gift', 'Gift'), ('honour', 'Honour'), ('conquer', 'Conquer'), ('death', 'Death')], max_length=10)),
                ('game', models.CharField(max_length=32)),
                ('field', models.CharField(max_length=64)),
                ('rules', models.JSONField(default=dict)),
                ('terms', models.JSONField(default=dict)),
                ('contract', models.CharField(max_length=64)),
                ('seed', models.CharField(blank=True, max_length=64)),
                ('seats', models.PositiveSmallIntegerField()),
                ('least_seats', models.PositiveSmallIntegerField(default=2)),
                ('round_seconds', models.PositiveIntegerField()),
                ('timetable', models.JSONField(blank=True, default=dict)),
                ('absence', models.JSONField(blank=True, default=dict)),
                ('opens_at', models.DateTimeField()),
                ('starts_at', models.DateTimeField()),
                ('status', models.CharField(choices=[('announced', 'Announced'), ('running', 'Running'), ('halted', 'Halted'), ('finished', 'Finished'), ('cancelled', 'Cancelled')], default='announced', max_length=10)),
                ('announced_at', models.DateTimeField()),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('round_no', models.PositiveIntegerField(default=0)),
                ('game_round', models.PositiveIntegerField(default=0)),
                ('rules_version', models.PositiveSmallIntegerField(default=1)),
                ('paused_until', models.DateTimeField(blank=True, null=True)),
                ('pauses', models.PositiveSmallIntegerField(default=0)),
                ('outcome', models.JSONField(blank=True, null=True)),
                ('statistics', models.JSONField(blank=True, default=list)),
                ('ending', models.JSONField(blank=True, null=True)),
                ('why', models.CharField(blank=True, max_length=32)),
                ('organiser', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='announced', to='dynasty.dynasty')),
            ],
            options={
                'indexes': [models.Index(fields=['status', 'starts_at'], name='to_start'), models.Index(fields=['-ended_at'], name='lately_ended'), models.Index(fields=['status', '-ended_at', '-id'], name='ended_by_status'), models.Index(fields=['status', 'type', '-ended_at', '-id'], name='ended_by_type'), models.Index(fields=['status', 'field', '-ended_at', '-id'], name='ended_by_field'), models.Index(fields=['organiser', 'status'], name='announced_by')],
                'constraints': [models.CheckConstraint(condition=models.Q(('seats__gte', 2), ('seats__lte', 16)), name='bounded_seats'), models.CheckConstraint(condition=models.Q(('least_seats__gte', 2), ('least_seats__lte', models.F('seats'))), name='bounded_least_seats'), models.CheckConstraint(condition=models.Q(('round_seconds__gte', 10), ('round_seconds__lte', 604800)), name='bounded_rounds')],
            },
        ),
        migrations.CreateModel(
            name='LeaveBook',
            fields=[
                ('dynasty', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='leave_book', serialize=False, to='dynasty.dynasty')),
                ('rounds', models.PositiveIntegerField(default=0)),
                ('automatic', models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name='Puzzle',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField(unique=True)),
                ('state', models.JSONField()),
                ('orders', models.JSONField()),
                ('source', models.CharField(blank=True, max_length=10)),
                ('title', models.CharField(blank=True, max_length=60)),
                ('number', models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='Casual',
            fields=[
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='casual_battle', serialize=False, to='tournaments.tournament')),
                ('mode', models.CharField(choices=[('alone', 'Alone'), ('link', 'Link'), ('hot_seat', 'Hot Seat')], max_length=8)),
                ('host', models.CharField(max_length=64)),
                ('at_screen', models.CharField(blank=True, max_length=1)),
                ('people', models.PositiveSmallIntegerField()),
                ('played_at', models.DateTimeField()),
                ('network', models.CharField(blank=True, db_default='', default='', max_length=32)),
            ],
            options={
                'indexes': [models.Index(fields=['played_at'], name='casual_by_last_play'), models.Index(fields=['network'], name='casual_by_network')],
                'constraints': [models.CheckConstraint(condition=models.Q(('mode__in', ['alone', 'link', 'hot_seat'])), name='known_casual_mode')],
            },
        ),
        migrations.CreateModel(
            name='Occurrence',
            fields=[
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='occurrence', serialize=False, to='tournaments.tournament')),
            ],
        ),
        migrations.CreateModel(
            name='PrivateLink',
            fields=[
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='private_link', serialize=False, to='tournaments.tournament')),
                ('hash', models.CharField(max_length=64, unique=True)),
                ('at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Bet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.CharField(max_length=1)),
                ('asset', models.CharField(max_length=40)),
                ('amount', models.BigIntegerField()),
                ('sequence', models.PositiveIntegerField()),
                ('returned', models.BigIntegerField(blank=True, null=True)),
                ('placed_at', models.DateTimeField()),
                ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='bets', to='dynasty.dynasty')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bets', to='tournaments.tournament')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('tournament', 'dynasty', 'seat', 'asset'), name='one_bet_a_pool'), models.UniqueConstraint(fields=('tournament', 'sequence'), name='bets_in_order'), models.CheckConstraint(condition=models.Q(('amount__gt', 0), ('amount__lte', 1000000000000)), name='positive_stake')],
            },
        ),
        migrations.CreateModel(
            name='CasualSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.CharField(max_length=1)),
                ('key', models.CharField(blank=True, max_length=64)),
                ('invitation', models.CharField(blank=True, max_length=64)),
                ('emblem', models.JSONField()),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='casual_seats', to='tournaments.tournament')),
            ],
            options={
                'indexes': [models.Index(fields=['key'], name='casual_seats_of_key')],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'seat'), name='one_casual_seat_a_letter'), models.UniqueConstraint(condition=models.Q(('invitation', ''), _negated=True), fields=('invitation',), name='one_seat_an_invitation')],
            },
        ),
        migrations.CreateModel(
            name='Delay',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.PositiveIntegerField()),
                ('seat', models.CharField(max_length=1)),
                ('cause', models.CharField(choices=[('asked', 'Asked'), ('leave', 'Leave')], max_length=5)),
                ('seconds', models.PositiveIntegerField()),
                ('at', models.DateTimeField()),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='delays', to='tournaments.tournament')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('tournament', 'round', 'seat', 'cause'), name='one_delay_a_cause'), models.CheckConstraint(condition=models.Q(('cause__in', ['asked', 'leave'])), name='known_cause_of_delay')],
            },
        ),
        migrations.CreateModel(
            name='DirectorAct',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('act', models.CharField(max_length=24)),
                ('facts', models.JSONField(default=dict)),
                ('at', models.DateTimeField()),
                ('dynasty', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='dynasty.dynasty')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='acts', to='tournaments.tournament')),
            ],
            options={
                'indexes': [models.Index(fields=['tournament', 'id'], name='acts_of_tournament')],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.CharField(max_length=1)),
                ('name', models.CharField(max_length=40)),
                ('player', models.CharField(blank=True, max_length=24)),
                ('missed', models.PositiveSmallIntegerField(default=0)),
                ('missed_in_all', models.PositiveIntegerField(default=0)),
                ('entered_at', models.DateTimeField()),
                ('dynasty', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='dynasty.dynasty')),
                ('emperor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='entries', to='dynasty.emperor')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='tournaments.tournament')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('tournament', 'seat'), name='one_entry_a_seat'), models.UniqueConstraint(fields=('tournament', 'dynasty'), name='one_seat_a_dynasty')],
            },
        ),
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('id', models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ('at', models.DateTimeField()),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='one_heart')],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('by_link', models.BooleanField(default=False)),
                ('at', models.DateTimeField()),
                ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='dynasty.dynasty')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='tournaments.tournament')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('tournament', 'dynasty'), name='invited_once')],
            },
        ),
        migrations.CreateModel(
            name='Leave',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField()),
                ('until', models.DateTimeField()),
                ('taken_at', models.DateTimeField()),
                ('automatic', models.BooleanField(default=False)),
                ('battles', models.JSONField(blank=True, default=list)),
                ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='leaves', to='dynasty.dynasty')),
            ],
            options={
                'indexes': [models.Index(fields=['dynasty', 'until'], name='leaves_of_dynasty')],
                'constraints': [models.CheckConstraint(condition=models.Q(('until__gt', models.F('since'))), name='leave_ends_later')],
            },
        ),
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=core.public_codes.new_code, max_length=10, unique=True)),
                ('room', models.CharField(choices=[('table', 'Table'), ('public', 'Public')], max_length=6)),
                ('text', models.CharField(max_length=500)),
                ('at', models.DateTimeField()),
                ('removed_at', models.DateTimeField(blank=True, null=True)),
                ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='messages', to='dynasty.dynasty')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='tournaments.tournament')),
            ],
            options={
                'indexes': [models.Index(fields=['tournament', 'room', '-id'], name='talk_of_tournament'), models.Index(fields=['dynasty', '-at'], name='talk_of_dynasty')],
                'constraints': [models.CheckConstraint(condition=models.Q(('room__in', ['table', 'public'])), name='known_room')],
            },
        ),
        migrations.CreateModel(
            name='Mute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mutes', to='dynasty.dynasty')),
                ('muted', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='dynasty.dynasty')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('dynasty', 'muted'), name='muted_once'), models.CheckConstraint(condition=models.Q(('dynasty', models.F('muted')), _negated=True), name='nobody_mutes_itself')],
            },
        ),
        migrations.CreateModel(
            name='Presence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('player', 'Player'), ('bettor', 'Bettor')], max_length=6)),
                ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='presences', to='dynasty.dynasty')),
                ('emperor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='dynasty.emperor')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='presences', to='tournaments.tournament')),
            ],
            options={
                'indexes': [models.Index(fields=['dynasty', 'role'], name='presences_of_dynasty')],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'dynasty'), name='player_or_bettor'), models.CheckConstraint(condition=models.Q(('role__in', ['player', 'bettor'])), name='known_role')],
            },
        ),
        migrations.CreateModel(
            name='QueuedOrder',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.CharField(max_length=1)),
                ('round', models.PositiveIntegerField()),
                ('texts', models.JSONField()),
                ('given_at', models.DateTimeField()),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.tournament')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('tournament', 'seat'), name='one_queue_a_seat')],
            },
        ),
        migrations.CreateModel(
            name='Recurrence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=core.public_codes.new_code, max_length=10, unique=True)),
                ('setup', models.JSONField()),
                ('every', models.CharField(choices=[('daily', 'Daily'), ('weekly', 'Weekly')], max_length=6)),
                ('hour', models.TimeField()),
                ('zone', models.CharField(max_length=64)),
                ('next_at', models.DateTimeField()),
                ('left', models.PositiveSmallIntegerField()),
                ('missed', models.PositiveSmallIntegerField(default=0)),
                ('stopped_at', models.DateTimeField(blank=True, null=True)),
                ('organiser', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='recurrences', to='dynasty.dynasty')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('stopped_at', None)), fields=['next_at'], name='recurrences_due'), models.Index(fields=['organiser', 'stopped_at'], name='recurrences_of')],
                'constraints': [models.CheckConstraint(condition=models.Q(('every__in', ['daily', 'weekly'])), name='known_recurrence')],
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=core.public_codes.new_code, max_length=10, unique=True)),
                ('key', models.CharField(max_length=24, unique=True)),
                ('reason', models.CharField(choices=[('insult', 'Insult'), ('spam', 'Spam'), ('cheating', 'Cheating'), ('other', 'Other')], max_length=8)),
                ('title', models.CharField(max_length=60)),
                ('context', models.JSONField()),
                ('at', models.DateTimeField()),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('outcome', models.CharField(blank=True, max_length=12)),
                ('about', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='dynasty.dynasty')),
                ('message', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='tournaments.message')),
                ('reporter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='dynasty.dynasty')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('closed_at', None)), fields=['at'], name='open_reports'), models.Index(fields=['reporter', '-at'], name='reports_of_dynasty')],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('game_round', models.PositiveIntegerField(default=0)),
                ('turn_of', models.CharField(blank=True, default='', max_length=1)),
                ('state', models.JSONField()),
                ('opened_at', models.DateTimeField()),
                ('deadline', models.DateTimeField()),
                ('scheduled', models.DateTimeField(blank=True, null=True)),
                ('ready', models.JSONField(default=list)),
                ('ready_at', models.DateTimeField(blank=True, null=True)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('orders', models.JSONField(blank=True, null=True)),
                ('events', models.JSONField(blank=True, null=True)),
                ('stand_ins', models.JSONField(blank=True, default=dict)),
                ('seals', models.JSONField(blank=True, null=True)),
                ('digest', models.CharField(blank=True, max_length=64)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('try_at', models.DateTimeField(blank=True, null=True)),
                ('fault', models.CharField(blank=True, db_default='', default='', max_length=120)),
                ('computers_at', models.DateTimeField(blank=True, null=True)),
                ('tell_at', models.DateTimeField(blank=True, null=True)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournaments.tournament')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('closed_at', None)), fields=['deadline'], name='open_by_deadline'), models.Index(condition=models.Q(('closed_at', None), ('ready_at__isnull', False)), fields=['ready_at'], name='open_and_ready'), models.Index(condition=models.Q(('closed_at', None), ('computers_at__isnull', False)), fields=['computers_at'], name='computers_due'), models.Index(condition=models.Q(('closed_at', None), ('tell_at__isnull', False)), fields=['tell_at'], name='open_and_untold')],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'number'), name='one_round_a_number'), models.UniqueConstraint(condition=models.Q(('closed_at', None)), fields=('tournament',), name='one_open_round')],
            },
        ),
        migrations.CreateModel(
            name='SealedOrder',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.CharField(max_length=1)),
                ('text', models.TextField()),
                ('sequence', models.PositiveIntegerField()),
                ('version', models.PositiveSmallIntegerField(default=1)),
                ('automatic', models.BooleanField(default=False)),
                ('salt', models.CharField(default=tournaments.models.rounds.new_salt, max_length=32)),
                ('given_at', models.DateTimeField()),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.round')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('round', 'seat'), name='one_order_a_seat'), models.UniqueConstraint(fields=('round', 'sequence'), name='no_two_as_quick'), models.CheckConstraint(condition=models.Q(('version__lte', 50)), name='bounded_changes')],
            },
        ),
        migrations.CreateModel(
            name='SelfCheck',
            fields=[
                ('kind', models.CharField(choices=[('verify', 'Verify'), ('replay', 'Replay')], max_length=8, primary_key=True, serialize=False)),
                ('at', models.DateTimeField()),
                ('milliseconds', models.PositiveIntegerField(default=0)),
                ('findings', models.JSONField(default=list)),
                ('figures', models.JSONField(default=dict)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['verify', 'replay'])), name='known_self_check')],
            },
        ),
        migrations.CreateModel(
            name='Series',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=core.public_codes.new_code, max_length=10, unique=True)),
                ('title', models.CharField(max_length=60)),
                ('format', models.CharField(choices=[('ladder', 'Ladder'), ('knockout', 'Knockout')], max_length=8)),
                ('setup', models.JSONField()),
                ('table_seats', models.PositiveSmallIntegerField()),
                ('rounds', models.PositiveSmallIntegerField(default=0)),
                ('advance', models.PositiveSmallIntegerField(default=0)),
                ('points', models.JSONField(default=list)),
                ('seed', models.CharField(max_length=64)),
                ('starts_at', models.DateTimeField()),
                ('status', models.CharField(choices=[('announced', 'Announced'), ('running', 'Running'), ('finished', 'Finished'), ('cancelled', 'Cancelled')], default='announced', max_length=10)),
                ('round_no', models.PositiveSmallIntegerField(default=0)),
                ('announced_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('why', models.CharField(blank=True, max_length=40)),
                ('reason', models.CharField(blank=True, default='', max_length=200)),
                ('organiser', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='series', to='dynasty.dynasty')),
            ],
            options={
                'verbose_name_plural': 'series',
                'indexes': [models.Index(fields=['status', 'starts_at'], name='series_due')],
                'constraints': [models.CheckConstraint(condition=models.Q(('format__in', ['ladder', 'knockout'])), name='known_format'), models.CheckConstraint(condition=models.Q(('table_seats__gte', 2), ('table_seats__lte', 16)), name='bounded_tables')],
            },
        ),
        migrations.CreateModel(
            name='SeriesEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('points', models.PositiveIntegerField(default=0)),
                ('firsts', models.PositiveSmallIntegerField(default=0)),
                ('tables', models.PositiveSmallIntegerField(default=0)),
                ('joined_at', models.DateTimeField()),
                ('left_at', models.DateTimeField(blank=True, null=True)),
                ('out_in', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('champion', models.BooleanField(default=False)),
                ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='series_entries', to='dynasty.dynasty')),
                ('emperor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='dynasty.emperor')),
                ('series', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='tournaments.series')),
            ],
            options={
                'indexes': [models.Index(fields=['series', '-points', '-firsts'], name='table_of_series')],
                'constraints': [models.UniqueConstraint(fields=('series', 'dynasty'), name='one_place_in_a_series')],
            },
        ),
        migrations.CreateModel(
            name='SeriesTable',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_no', models.PositiveSmallIntegerField()),
                ('number', models.PositiveSmallIntegerField()),
                ('dynasties', models.JSONField()),
                ('places', models.JSONField(blank=True, null=True)),
                ('series', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='drawn', to='tournaments.series')),
                ('tournament', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='series_table', to='tournaments.tournament')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('series', 'round_no', 'number'), name='one_table_a_number')],
            },
        ),
        migrations.CreateModel(
            name='Silence',
            fields=[
                ('dynasty', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='silence', serialize=False, to='dynasty.dynasty')),
                ('reason', models.CharField(max_length=300)),
                ('since', models.DateTimeField()),
                ('until', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='StandIn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.CharField(max_length=1)),
                ('computer', models.CharField(blank=True, max_length=24)),
                ('missed', models.PositiveSmallIntegerField(default=0)),
                ('since', models.DateTimeField()),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('dynasty', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='stood_in', to='dynasty.dynasty')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stand_ins', to='tournaments.tournament')),
            ],
            options={
                'indexes': [models.Index(fields=['dynasty', 'ended_at'], name='seats_of_volunteer')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('tournament', 'seat'), name='one_stand_in'), models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('tournament', 'dynasty'), name='one_seat_a_volunteer'), models.CheckConstraint(condition=models.Q(models.Q(('computer', ''), ('dynasty__isnull', False)), models.Q(models.Q(('computer', ''), _negated=True), ('dynasty__isnull', True)), _connector='OR'), name='computer_or_volunteer')],
            },
        ),
        migrations.CreateModel(
            name='StandingOrder',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.CharField(max_length=1)),
                ('texts', models.JSONField()),
                ('given_at', models.DateTimeField()),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.tournament')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('tournament', 'seat'), name='one_standing_order')],
            },
        ),
        migrations.CreateModel(
            name='TableFlip',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=64)),
                ('flipped_at', models.DateTimeField()),
            ],
            options={
                'indexes': [models.Index(fields=['key', 'flipped_at'], name='flips_of_key')],
            },
        ),
        migrations.CreateModel(
            name='Vote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.PositiveIntegerField()),
                ('seat', models.CharField(max_length=1)),
                ('what', models.CharField(choices=[('draw', 'Draw'), ('pause', 'Pause'), ('resume', 'Resume')], max_length=6)),
                ('at', models.DateTimeField()),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='votes', to='tournaments.tournament')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('tournament', 'round', 'seat', 'what'), name='one_vote_a_seat'), models.CheckConstraint(condition=models.Q(('what__in', ['draw', 'pause', 'resume'])), name='known_vote')],
            },
        ),
        migrations.CreateModel(
            name='Waiting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('chest', models.PositiveIntegerField(default=0)),
                ('since', models.DateTimeField()),
                ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='waiting', to='dynasty.dynasty')),
                ('emperor', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='dynasty.emperor')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='waiting', to='tournaments.tournament')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('tournament', 'dynasty'), name='waits_once')],
            },
        ),
        migrations.CreateModel(
            name='Balance',
            fields=[
                ('board', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='balance', serialize=False, to='tournaments.drawnboard')),
                ('player', models.CharField(default='random', max_length=20)),
                ('pieces', models.PositiveSmallIntegerField(default=0)),
                ('battles', models.PositiveIntegerField(default=0)),
                ('wins', models.JSONField(default=dict)),
                ('asked_at', models.DateTimeField()),
                ('done_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('done_at', None)), fields=['asked_at'], name='balances_to_measure')],
            },
        ),
        migrations.AddField(
            model_name='casual',
            name='rematch',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.tournament'),
        ),
        migrations.AddField(
            model_name='occurrence',
            name='recurrence',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='occurrences', to='tournaments.recurrence'),
        ),
    ]
