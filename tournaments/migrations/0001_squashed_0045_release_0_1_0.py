"""All migrations before the first release in one: a new site applies it, an older one those that it replaces."""

import core.migration_operations
import core.public_codes
import django.db.models.deletion
import tournaments.models.rounds
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('tournaments', '0001_initial'), ('tournaments', '0002_casual_battles'), ('tournaments', '0003_talk'), ('tournaments', '0004_organising'), ('tournaments', '0005_time_and_absence'), ('tournaments', '0006_ended_by_status'), ('tournaments', '0007_table_flips'), ('tournaments', '0008_boards_and_puzzles'), ('tournaments', '0009_rules_version'), ('tournaments', '0010_queued_orders'), ('tournaments', '0011_self_checks'), ('tournaments', '0012_ended_by_type'), ('tournaments', '0013_rounds_to_tell'), ('tournaments', '0014_who_measured_a_board'), ('tournaments', '0015_round_faults'), ('tournaments', '0016_casual_networks'), ('tournaments', '0017_rounds_of_play'), ('tournaments', '0018_organisers_who_left_and_ends_of_silences'), ('tournaments', '0019_battles_that_wait_for_a_leave'), ('tournaments', '0020_trainings_are_not_told'), ('tournaments', '0021_why_a_series_was_called_off'), ('tournaments', '0022_types_without_choices'), ('tournaments', '0023_level_records_and_coached_battles'), ('tournaments', '0024_reviews'), ('tournaments', '0025_the_world_chronicle'), ('tournaments', '0026_positions_to_play_on_from'), ('tournaments', '0027_pairing'), ('tournaments', '0028_puzzles_from_reviews'), ('tournaments', '0029_challenges'), ('tournaments', '0030_arenas'), ('tournaments', '0031_followed_boards'), ('tournaments', '0032_parleys'), ('tournaments', '0033_known_talk_room'), ('tournaments', '0034_validated_talk_room'), ('tournaments', '0035_drawn_maps'), ('tournaments', '0036_treaties'), ('tournaments', '0037_club_arenas'), ('tournaments', '0038_private_messages'), ('tournaments', '0039_origin_marks'), ('tournaments', '0040_club_matches'), ('tournaments', '0041_timeliness_and_computers'), ('tournaments', '0042_studies'), ('tournaments', '0043_lab_rooms'), ('tournaments', '0044_rule_templates'), ('tournaments', '0045_casual_words')]

    initial = True

    dependencies = [
        ('dynasty', '0001_squashed_0030_release_0_1_0'),
    ]

    operations = [
        core.migration_operations.CreateTables(
            operations=[
                migrations.CreateModel(
                    name='Arena',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(default=core.public_codes.new_code, max_length=10, unique=True)),
                        ('title', models.CharField(max_length=44)),
                        ('field', models.CharField(max_length=64)),
                        ('preset', models.CharField(max_length=64)),
                        ('round_seconds', models.PositiveIntegerField()),
                        ('timeliness', models.PositiveSmallIntegerField(db_default=0, default=0)),
                        ('newcomers', models.BooleanField(db_default=True, default=True)),
                        ('computers', models.BooleanField(db_default=False, default=False)),
                        ('announced_at', models.DateTimeField()),
                        ('starts_at', models.DateTimeField()),
                        ('ends_at', models.DateTimeField()),
                        ('closed_at', models.DateTimeField(blank=True, null=True)),
                        ('organiser', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='arenas', to='dynasty.dynasty')),
                    ],
                ),
                migrations.CreateModel(
                    name='Tournament',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(default=core.public_codes.new_code, max_length=10, unique=True)),
                        ('title', models.CharField(max_length=60)),
                        ('casual', models.BooleanField(default=False)),
                        ('type', models.CharField(max_length=10)),
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
                ),
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
                ),
                migrations.CreateModel(
                    name='Chapter',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(default=core.public_codes.new_code, max_length=10, unique=True)),
                        ('place', models.PositiveSmallIntegerField()),
                        ('title', models.CharField(max_length=60)),
                        ('record', models.TextField()),
                        ('battle', models.CharField(blank=True, max_length=10)),
                    ],
                    options={
                        'ordering': ['place', 'pk'],
                    },
                ),
                migrations.CreateModel(
                    name='ChronicleDay',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('day', models.DateField(unique=True)),
                        ('battles', models.PositiveIntegerField()),
                        ('news', models.JSONField(default=list)),
                        ('position', models.JSONField(blank=True, null=True)),
                    ],
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
                    name='PuzzleSkill',
                    fields=[
                        ('dynasty', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='puzzle_skill', serialize=False, to='dynasty.dynasty')),
                        ('rating', models.FloatField()),
                        ('deviation', models.FloatField()),
                        ('tried', models.PositiveIntegerField(default=0)),
                        ('solved', models.PositiveIntegerField(default=0)),
                        ('streak', models.PositiveIntegerField(default=0)),
                        ('streak_day', models.DateField(blank=True, null=True)),
                    ],
                ),
                migrations.CreateModel(
                    name='ArenaBattle',
                    fields=[
                        ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='arena_battle', serialize=False, to='tournaments.tournament')),
                        ('settled_at', models.DateTimeField(blank=True, null=True)),
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
                        ('coached', models.BooleanField(db_default=False, default=False)),
                        ('holder', models.CharField(blank=True, db_default='', default='', max_length=64)),
                        ('paired', models.BooleanField(db_default=False, default=False)),
                    ],
                ),
                migrations.CreateModel(
                    name='Challenge',
                    fields=[
                        ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='challenge', serialize=False, to='tournaments.tournament')),
                        ('made_at', models.DateTimeField()),
                    ],
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
                    name='Review',
                    fields=[
                        ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='review', serialize=False, to='tournaments.tournament')),
                        ('version', models.PositiveSmallIntegerField()),
                        ('total', models.PositiveIntegerField()),
                        ('judged', models.PositiveIntegerField(default=0)),
                        ('rounds', models.JSONField(default=list)),
                        ('asked_at', models.DateTimeField()),
                        ('busy_until', models.DateTimeField(blank=True, null=True)),
                        ('done_at', models.DateTimeField(blank=True, null=True)),
                        ('puzzles_at', models.DateTimeField(blank=True, null=True)),
                    ],
                ),
                migrations.CreateModel(
                    name='ArenaPlayer',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('key', models.CharField(max_length=64)),
                        ('points', models.PositiveIntegerField(default=0)),
                        ('streak', models.PositiveIntegerField(default=0)),
                        ('battles', models.PositiveIntegerField(default=0)),
                        ('wins', models.PositiveIntegerField(default=0)),
                        ('scores', models.JSONField(default=list)),
                        ('entered_at', models.DateTimeField()),
                        ('waits_since', models.DateTimeField()),
                        ('visited_at', models.DateTimeField()),
                        ('paused', models.BooleanField(default=False)),
                        ('place', models.PositiveIntegerField(blank=True, null=True)),
                        ('arena', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='tournaments.arena')),
                        ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='arena_places', to='dynasty.dynasty')),
                        ('last_rival', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='dynasty.dynasty')),
                        ('tournament', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.tournament')),
                    ],
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
                ),
                migrations.CreateModel(
                    name='CasualPlayer',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('seat', models.CharField(max_length=1)),
                        ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='dynasty.dynasty')),
                        ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='casual_players', to='tournaments.tournament')),
                    ],
                ),
                migrations.CreateModel(
                    name='CasualSeat',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('seat', models.CharField(max_length=1)),
                        ('key', models.CharField(blank=True, max_length=64)),
                        ('invitation', models.CharField(blank=True, max_length=64)),
                        ('emblem', models.JSONField()),
                        ('muted', models.CharField(blank=True, db_default='', default='', max_length=16)),
                        ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='casual_seats', to='tournaments.tournament')),
                    ],
                ),
                migrations.CreateModel(
                    name='CasualWords',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('seat', models.CharField(max_length=1)),
                        ('words', models.CharField(max_length=12)),
                        ('at', models.DateTimeField()),
                        ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='casual_words', to='tournaments.tournament')),
                    ],
                ),
                migrations.CreateModel(
                    name='ClubMatch',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(default=core.public_codes.new_code, max_length=10, unique=True)),
                        ('field', models.CharField(max_length=64)),
                        ('preset', models.CharField(max_length=64)),
                        ('round_seconds', models.PositiveIntegerField()),
                        ('boards', models.PositiveSmallIntegerField()),
                        ('status', models.CharField(choices=[('asked', 'Asked'), ('accepted', 'Accepted'), ('declined', 'Declined'), ('withdrawn', 'Withdrawn'), ('lapsed', 'Lapsed'), ('running', 'Running'), ('over', 'Over')], default='asked', max_length=10)),
                        ('announced_at', models.DateTimeField()),
                        ('starts_at', models.DateTimeField()),
                        ('closed_at', models.DateTimeField(blank=True, null=True)),
                        ('away', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='matches_away', to='dynasty.club')),
                        ('home', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='matches_at_home', to='dynasty.club')),
                    ],
                    options={
                        'verbose_name_plural': 'club matches',
                    },
                ),
                migrations.CreateModel(
                    name='Conversation',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('state', models.CharField(choices=[('asked', 'Asked'), ('open', 'Open'), ('declined', 'Declined')], max_length=8)),
                        ('asked_at', models.DateTimeField()),
                        ('last_at', models.DateTimeField()),
                        ('low_unread', models.PositiveIntegerField(default=0)),
                        ('high_unread', models.PositiveIntegerField(default=0)),
                        ('asker', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='dynasty.dynasty')),
                        ('high', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='dynasty.dynasty')),
                        ('low', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='dynasty.dynasty')),
                    ],
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
                ),
                migrations.CreateModel(
                    name='DrawnMap',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(default=core.public_codes.new_code, max_length=10, unique=True)),
                        ('title', models.CharField(max_length=60)),
                        ('drawing', models.TextField()),
                        ('digest', models.CharField(max_length=64)),
                        ('territories', models.PositiveSmallIntegerField()),
                        ('regions', models.PositiveSmallIntegerField()),
                        ('seats', models.PositiveSmallIntegerField()),
                        ('after_included', models.CharField(blank=True, max_length=40)),
                        ('drawn_at', models.DateTimeField()),
                        ('shelved_at', models.DateTimeField(blank=True, null=True)),
                        ('after', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='remixes', to='tournaments.drawnmap')),
                        ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='maps', to='dynasty.dynasty')),
                    ],
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
                ),
                migrations.CreateModel(
                    name='FollowedBoard',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('field', models.CharField(max_length=64)),
                        ('since', models.DateTimeField()),
                        ('follower', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='followed_boards', to='dynasty.dynasty')),
                    ],
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
                ),
                migrations.CreateModel(
                    name='LabRoom',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(default=core.public_codes.new_code, max_length=10, unique=True)),
                        ('parts', models.JSONField()),
                        ('version', models.PositiveIntegerField(default=1)),
                        ('turned', models.PositiveIntegerField(default=1)),
                        ('visited_at', models.DateTimeField()),
                    ],
                    options={
                        'indexes': [models.Index(fields=['visited_at'], name='lab_rooms_by_time')],
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
                ),
                migrations.CreateModel(
                    name='LevelRecord',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('holder', models.CharField(max_length=64)),
                        ('level', models.CharField(max_length=20)),
                        ('won', models.PositiveIntegerField(default=0)),
                        ('drawn', models.PositiveIntegerField(default=0)),
                        ('lost', models.PositiveIntegerField(default=0)),
                        ('played_at', models.DateTimeField()),
                    ],
                    options={
                        'indexes': [models.Index(fields=['played_at'], name='level_records_by_last_play')],
                        'constraints': [models.UniqueConstraint(fields=('holder', 'level'), name='one_record_a_level')],
                    },
                ),
                migrations.CreateModel(
                    name='LineupPlace',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveSmallIntegerField()),
                        ('key', models.CharField(blank=True, max_length=64)),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='dynasty.club')),
                        ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='dynasty.dynasty')),
                        ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='places', to='tournaments.clubmatch')),
                    ],
                ),
                migrations.CreateModel(
                    name='MapBalance',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('game', models.CharField(max_length=40)),
                        ('level', models.CharField(max_length=20)),
                        ('battles', models.PositiveSmallIntegerField(default=0)),
                        ('wins', models.JSONField(default=dict)),
                        ('draws', models.PositiveSmallIntegerField(default=0)),
                        ('limits', models.PositiveSmallIntegerField(default=0)),
                        ('rounds', models.JSONField(default=list)),
                        ('asked_at', models.DateTimeField()),
                        ('done_at', models.DateTimeField(blank=True, null=True)),
                        ('map', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='balances', to='tournaments.drawnmap')),
                    ],
                ),
                migrations.CreateModel(
                    name='MatchBoard',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveSmallIntegerField()),
                        ('home_points', models.PositiveSmallIntegerField(default=0)),
                        ('away_points', models.PositiveSmallIntegerField(default=0)),
                        ('begun_at', models.DateTimeField(blank=True, null=True)),
                        ('settled_at', models.DateTimeField(blank=True, null=True)),
                        ('away', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='dynasty.dynasty')),
                        ('home', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='dynasty.dynasty')),
                        ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='fought', to='tournaments.clubmatch')),
                        ('tournament', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='match_board', to='tournaments.tournament')),
                    ],
                ),
                migrations.CreateModel(
                    name='Message',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(default=core.public_codes.new_code, max_length=10, unique=True)),
                        ('room', models.CharField(choices=[('table', 'Table'), ('public', 'Public'), ('parley', 'Parley')], max_length=6)),
                        ('text', models.CharField(max_length=500)),
                        ('at', models.DateTimeField()),
                        ('removed_at', models.DateTimeField(blank=True, null=True)),
                        ('from_seat', models.CharField(blank=True, db_default='', default='', max_length=1)),
                        ('among', models.CharField(blank=True, db_default='', default='', max_length=16)),
                        ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='messages', to='dynasty.dynasty')),
                        ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='tournaments.tournament')),
                    ],
                ),
                migrations.CreateModel(
                    name='Mute',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('at', models.DateTimeField()),
                        ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mutes', to='dynasty.dynasty')),
                        ('muted', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='dynasty.dynasty')),
                    ],
                ),
                migrations.CreateModel(
                    name='OrderPuzzle',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(default=core.public_codes.new_code, max_length=10, unique=True)),
                        ('state', models.JSONField()),
                        ('seat', models.CharField(max_length=1)),
                        ('given', models.CharField(max_length=16)),
                        ('solution', models.JSONField()),
                        ('theme', models.CharField(max_length=12)),
                        ('source', models.CharField(max_length=10)),
                        ('number', models.PositiveIntegerField()),
                        ('day', models.DateField(blank=True, null=True, unique=True)),
                        ('rating', models.FloatField()),
                        ('deviation', models.FloatField()),
                        ('tried', models.PositiveIntegerField(default=0)),
                        ('solved', models.PositiveIntegerField(default=0)),
                        ('made_at', models.DateTimeField()),
                        ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='own_mistakes', to='dynasty.dynasty')),
                    ],
                ),
                migrations.CreateModel(
                    name='OriginMark',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(choices=[('address', 'Address'), ('browser', 'Browser')], max_length=8)),
                        ('mark', models.CharField(max_length=32)),
                        ('at', models.DateTimeField()),
                        ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='dynasty.dynasty')),
                        ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='origins', to='tournaments.tournament')),
                    ],
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
                ),
                migrations.CreateModel(
                    name='PrivateMessage',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(default=core.public_codes.new_code, max_length=10, unique=True)),
                        ('text', models.CharField(max_length=500)),
                        ('at', models.DateTimeField()),
                        ('removed_at', models.DateTimeField(blank=True, null=True)),
                        ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='dynasty.club')),
                        ('conversation', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='tournaments.conversation')),
                        ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='dynasty.dynasty')),
                    ],
                ),
                migrations.CreateModel(
                    name='PuzzleAttempt',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('order', models.CharField(max_length=16)),
                        ('right', models.BooleanField()),
                        ('at', models.DateTimeField()),
                        ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='puzzle_attempts', to='dynasty.dynasty')),
                        ('puzzle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='tournaments.orderpuzzle')),
                    ],
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
                ),
                migrations.CreateModel(
                    name='RoundComment',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveSmallIntegerField()),
                        ('text', models.CharField(blank=True, max_length=2000)),
                        ('earlier', models.CharField(blank=True, max_length=2000)),
                        ('chapter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='comments', to='tournaments.chapter')),
                    ],
                ),
                migrations.CreateModel(
                    name='RuleTemplate',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(default=core.public_codes.new_code, max_length=10, unique=True)),
                        ('name', models.CharField(max_length=60)),
                        ('options', models.CharField(max_length=2000)),
                        ('made_at', models.DateTimeField()),
                        ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='dynasty.dynasty')),
                    ],
                    options={
                        'ordering': ['name', 'pk'],
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
                ),
                migrations.CreateModel(
                    name='Seek',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(default=core.public_codes.new_code, max_length=10, unique=True)),
                        ('key', models.CharField(max_length=64)),
                        ('family', models.CharField(max_length=8)),
                        ('field', models.CharField(blank=True, max_length=64)),
                        ('pace', models.CharField(max_length=8)),
                        ('rating', models.FloatField()),
                        ('asks', models.CharField(blank=True, db_default='', default='', max_length=8)),
                        ('in_time', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('network', models.CharField(max_length=32)),
                        ('sought_at', models.DateTimeField()),
                        ('ends_at', models.DateTimeField()),
                        ('dynasty', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='seeks', to='dynasty.dynasty')),
                        ('tournament', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.tournament')),
                    ],
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
                ),
                migrations.CreateModel(
                    name='StartPosition',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(default=core.public_codes.new_code, max_length=10, unique=True)),
                        ('digest', models.CharField(max_length=64, unique=True)),
                        ('drawing', models.TextField()),
                        ('field', models.CharField(max_length=64)),
                        ('source', models.CharField(max_length=10)),
                        ('number', models.PositiveIntegerField()),
                        ('used_at', models.DateTimeField()),
                    ],
                    options={
                        'indexes': [models.Index(fields=['used_at'], name='positions_by_last_use')],
                    },
                ),
                migrations.CreateModel(
                    name='Study',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(default=core.public_codes.new_code, max_length=10, unique=True)),
                        ('title', models.CharField(max_length=60)),
                        ('words', models.CharField(blank=True, max_length=400)),
                        ('visibility', models.CharField(choices=[('public', 'Public'), ('link', 'Link'), ('private', 'Private')], max_length=7)),
                        ('made_at', models.DateTimeField()),
                        ('changed_at', models.DateTimeField()),
                        ('removed_at', models.DateTimeField(blank=True, null=True)),
                        ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='dynasty.dynasty')),
                    ],
                    options={
                        'verbose_name_plural': 'studies',
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
                        ('looked_at', models.DateTimeField(blank=True, null=True)),
                        ('closed_at', models.DateTimeField(blank=True, null=True)),
                        ('outcome', models.CharField(blank=True, max_length=12)),
                        ('about', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='dynasty.dynasty')),
                        ('message', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='tournaments.message')),
                        ('private', models.ForeignKey(blank=True, db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='tournaments.privatemessage')),
                        ('reporter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='dynasty.dynasty')),
                        ('study', models.ForeignKey(blank=True, db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='tournaments.study')),
                    ],
                ),
                migrations.AddField(
                    model_name='chapter',
                    name='study',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chapters', to='tournaments.study'),
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
                    name='Treaty',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(default=core.public_codes.new_code, max_length=10, unique=True)),
                        ('kind', models.CharField(max_length=8)),
                        ('from_seat', models.CharField(max_length=1)),
                        ('among', models.CharField(max_length=16)),
                        ('accepted', models.CharField(max_length=16)),
                        ('until', models.PositiveIntegerField(default=0)),
                        ('target', models.CharField(blank=True, default='', max_length=1)),
                        ('asset', models.CharField(blank=True, default='', max_length=16)),
                        ('amount', models.BigIntegerField(default=0)),
                        ('status', models.CharField(choices=[('proposed', 'Proposed'), ('sealed', 'Sealed'), ('declined', 'Declined'), ('lapsed', 'Lapsed'), ('kept', 'Kept'), ('broken', 'Broken'), ('void', 'Void')], default='proposed', max_length=8)),
                        ('since', models.PositiveIntegerField(default=0)),
                        ('broken_by', models.CharField(blank=True, default='', max_length=16)),
                        ('pays', models.JSONField(default=dict)),
                        ('proposed_at', models.DateTimeField()),
                        ('ended_at', models.DateTimeField(blank=True, null=True)),
                        ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='treaties', to='tournaments.tournament')),
                    ],
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
                ),
                migrations.CreateModel(
                    name='ClubArena',
                    fields=[
                        ('arena', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='of_club', serialize=False, to='tournaments.arena')),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='arenas', to='dynasty.club')),
                    ],
                ),
                migrations.AddIndex(
                    model_name='arena',
                    index=models.Index(condition=models.Q(('closed_at', None)), fields=['starts_at'], name='arenas_due'),
                ),
                migrations.AddConstraint(
                    model_name='arena',
                    constraint=models.CheckConstraint(condition=models.Q(('ends_at__gt', models.F('starts_at'))), name='arena_lasts'),
                ),
                migrations.AddField(
                    model_name='arenabattle',
                    name='arena',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='battles', to='tournaments.arena'),
                ),
                migrations.AddField(
                    model_name='casual',
                    name='rematch',
                    field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.tournament'),
                ),
                migrations.AddField(
                    model_name='challenge',
                    name='challenged',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='challenges', to='dynasty.dynasty'),
                ),
                migrations.AddField(
                    model_name='challenge',
                    name='challenger',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='dynasty.dynasty'),
                ),
                migrations.AddField(
                    model_name='occurrence',
                    name='recurrence',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='occurrences', to='tournaments.recurrence'),
                ),
                migrations.AddIndex(
                    model_name='review',
                    index=models.Index(condition=models.Q(('done_at', None)), fields=['asked_at'], name='reviews_to_make'),
                ),
                migrations.AddConstraint(
                    model_name='review',
                    constraint=models.CheckConstraint(condition=models.Q(('judged__lte', models.F('total'))), name='no_round_judged_twice'),
                ),
                migrations.AddIndex(
                    model_name='tournament',
                    index=models.Index(fields=['status', 'starts_at'], name='to_start'),
                ),
                migrations.AddIndex(
                    model_name='tournament',
                    index=models.Index(fields=['-ended_at'], name='lately_ended'),
                ),
                migrations.AddIndex(
                    model_name='tournament',
                    index=models.Index(fields=['status', '-ended_at', '-id'], name='ended_by_status'),
                ),
                migrations.AddIndex(
                    model_name='tournament',
                    index=models.Index(fields=['status', 'type', '-ended_at', '-id'], name='ended_by_type'),
                ),
                migrations.AddIndex(
                    model_name='tournament',
                    index=models.Index(fields=['status', 'field', '-ended_at', '-id'], name='ended_by_field'),
                ),
                migrations.AddIndex(
                    model_name='tournament',
                    index=models.Index(fields=['organiser', 'status'], name='announced_by'),
                ),
                migrations.AddConstraint(
                    model_name='tournament',
                    constraint=models.CheckConstraint(condition=models.Q(('seats__gte', 2), ('seats__lte', 16)), name='bounded_seats'),
                ),
                migrations.AddConstraint(
                    model_name='tournament',
                    constraint=models.CheckConstraint(condition=models.Q(('least_seats__gte', 2), ('least_seats__lte', models.F('seats'))), name='bounded_least_seats'),
                ),
                migrations.AddConstraint(
                    model_name='tournament',
                    constraint=models.CheckConstraint(condition=models.Q(('round_seconds__gte', 10), ('round_seconds__lte', 604800)), name='bounded_rounds'),
                ),
                migrations.AddIndex(
                    model_name='arenaplayer',
                    index=models.Index(fields=['arena', '-points', '-wins'], name='table_of_arena'),
                ),
                migrations.AddConstraint(
                    model_name='arenaplayer',
                    constraint=models.UniqueConstraint(fields=('arena', 'dynasty'), name='one_place_in_an_arena'),
                ),
                migrations.AddIndex(
                    model_name='balance',
                    index=models.Index(condition=models.Q(('done_at', None)), fields=['asked_at'], name='balances_to_measure'),
                ),
                migrations.AddIndex(
                    model_name='drawnboard',
                    index=models.Index(fields=['shelved_at', '-drawn_at'], name='boards_on_the_list'),
                ),
                migrations.AddConstraint(
                    model_name='drawnboard',
                    constraint=models.UniqueConstraint(fields=('author', 'digest'), name='drawn_once'),
                ),
                migrations.AddConstraint(
                    model_name='drawnboard',
                    constraint=models.CheckConstraint(condition=models.Q(('seats__gte', 2)), name='a_board_has_seats'),
                ),
                migrations.AddConstraint(
                    model_name='bet',
                    constraint=models.UniqueConstraint(fields=('tournament', 'dynasty', 'seat', 'asset'), name='one_bet_a_pool'),
                ),
                migrations.AddConstraint(
                    model_name='bet',
                    constraint=models.UniqueConstraint(fields=('tournament', 'sequence'), name='bets_in_order'),
                ),
                migrations.AddConstraint(
                    model_name='bet',
                    constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0), ('amount__lte', 1000000000000)), name='positive_stake'),
                ),
                migrations.AddConstraint(
                    model_name='casualplayer',
                    constraint=models.UniqueConstraint(fields=('tournament', 'seat'), name='one_casual_player_a_seat'),
                ),
                migrations.AddIndex(
                    model_name='casualseat',
                    index=models.Index(fields=['key'], name='casual_seats_of_key'),
                ),
                migrations.AddConstraint(
                    model_name='casualseat',
                    constraint=models.UniqueConstraint(fields=('tournament', 'seat'), name='one_casual_seat_a_letter'),
                ),
                migrations.AddConstraint(
                    model_name='casualseat',
                    constraint=models.UniqueConstraint(condition=models.Q(('invitation', ''), _negated=True), fields=('invitation',), name='one_seat_an_invitation'),
                ),
                migrations.AddIndex(
                    model_name='clubmatch',
                    index=models.Index(condition=models.Q(('status__in', ['asked', 'accepted', 'running'])), fields=['starts_at'], name='club_matches_due'),
                ),
                migrations.AddConstraint(
                    model_name='clubmatch',
                    constraint=models.CheckConstraint(condition=models.Q(('home', models.F('away')), _negated=True), name='match_of_two_clubs'),
                ),
                migrations.AddIndex(
                    model_name='conversation',
                    index=models.Index(fields=['asker', '-asked_at'], name='asked_by_dynasty'),
                ),
                migrations.AddConstraint(
                    model_name='conversation',
                    constraint=models.UniqueConstraint(fields=('low', 'high'), name='one_conversation_of_two'),
                ),
                migrations.AddConstraint(
                    model_name='conversation',
                    constraint=models.CheckConstraint(condition=models.Q(('low__lt', models.F('high'))), name='lower_number_first'),
                ),
                migrations.AddConstraint(
                    model_name='conversation',
                    constraint=models.CheckConstraint(condition=models.Q(('asker', models.F('low')), ('asker', models.F('high')), _connector='OR'), name='asked_by_one_of_two'),
                ),
                migrations.AddConstraint(
                    model_name='conversation',
                    constraint=models.CheckConstraint(condition=models.Q(('state__in', ['asked', 'open', 'declined'])), name='known_conversation_state'),
                ),
                migrations.AddConstraint(
                    model_name='delay',
                    constraint=models.UniqueConstraint(fields=('tournament', 'round', 'seat', 'cause'), name='one_delay_a_cause'),
                ),
                migrations.AddConstraint(
                    model_name='delay',
                    constraint=models.CheckConstraint(condition=models.Q(('cause__in', ['asked', 'leave'])), name='known_cause_of_delay'),
                ),
                migrations.AddIndex(
                    model_name='directoract',
                    index=models.Index(fields=['tournament', 'id'], name='acts_of_tournament'),
                ),
                migrations.AddIndex(
                    model_name='drawnmap',
                    index=models.Index(fields=['shelved_at', '-drawn_at'], name='maps_on_the_list'),
                ),
                migrations.AddConstraint(
                    model_name='drawnmap',
                    constraint=models.UniqueConstraint(fields=('author', 'digest'), name='map_drawn_once'),
                ),
                migrations.AddConstraint(
                    model_name='drawnmap',
                    constraint=models.CheckConstraint(condition=models.Q(('seats__gte', 2)), name='a_map_has_seats'),
                ),
                migrations.AddConstraint(
                    model_name='entry',
                    constraint=models.UniqueConstraint(fields=('tournament', 'seat'), name='one_entry_a_seat'),
                ),
                migrations.AddConstraint(
                    model_name='entry',
                    constraint=models.UniqueConstraint(fields=('tournament', 'dynasty'), name='one_seat_a_dynasty'),
                ),
                migrations.AddIndex(
                    model_name='followedboard',
                    index=models.Index(fields=['field'], name='followers_of_a_board'),
                ),
                migrations.AddConstraint(
                    model_name='followedboard',
                    constraint=models.UniqueConstraint(fields=('follower', 'field'), name='follows_a_board_once'),
                ),
                migrations.AddConstraint(
                    model_name='invitation',
                    constraint=models.UniqueConstraint(fields=('tournament', 'dynasty'), name='invited_once'),
                ),
                migrations.AddIndex(
                    model_name='leave',
                    index=models.Index(fields=['dynasty', 'until'], name='leaves_of_dynasty'),
                ),
                migrations.AddConstraint(
                    model_name='leave',
                    constraint=models.CheckConstraint(condition=models.Q(('until__gt', models.F('since'))), name='leave_ends_later'),
                ),
                migrations.AddConstraint(
                    model_name='lineupplace',
                    constraint=models.UniqueConstraint(fields=('match', 'dynasty'), name='one_place_in_a_match'),
                ),
                migrations.AddConstraint(
                    model_name='lineupplace',
                    constraint=models.UniqueConstraint(fields=('match', 'club', 'number'), name='one_dynasty_a_place'),
                ),
                migrations.AddIndex(
                    model_name='mapbalance',
                    index=models.Index(condition=models.Q(('done_at', None)), fields=['asked_at'], name='maps_to_measure'),
                ),
                migrations.AddConstraint(
                    model_name='mapbalance',
                    constraint=models.UniqueConstraint(fields=('map', 'game'), name='measured_once_by_game'),
                ),
                migrations.AddConstraint(
                    model_name='matchboard',
                    constraint=models.UniqueConstraint(fields=('match', 'number'), name='one_board_a_number_of_a_match'),
                ),
                migrations.AddIndex(
                    model_name='message',
                    index=models.Index(fields=['tournament', 'room', '-id'], name='talk_of_tournament'),
                ),
                migrations.AddIndex(
                    model_name='message',
                    index=models.Index(fields=['dynasty', '-at'], name='talk_of_dynasty'),
                ),
                migrations.AddConstraint(
                    model_name='message',
                    constraint=models.CheckConstraint(condition=models.Q(('room__in', ['table', 'public', 'parley'])), name='known_talk_room'),
                ),
                migrations.AddConstraint(
                    model_name='mute',
                    constraint=models.UniqueConstraint(fields=('dynasty', 'muted'), name='muted_once'),
                ),
                migrations.AddConstraint(
                    model_name='mute',
                    constraint=models.CheckConstraint(condition=models.Q(('dynasty', models.F('muted')), _negated=True), name='nobody_mutes_itself'),
                ),
                migrations.AddIndex(
                    model_name='orderpuzzle',
                    index=models.Index(fields=['rating'], name='puzzles_by_rating'),
                ),
                migrations.AddIndex(
                    model_name='orderpuzzle',
                    index=models.Index(fields=['player', '-made_at'], name='own_mistakes_lately'),
                ),
                migrations.AddConstraint(
                    model_name='orderpuzzle',
                    constraint=models.UniqueConstraint(fields=('source', 'number', 'seat'), name='one_puzzle_a_mistake'),
                ),
                migrations.AddConstraint(
                    model_name='orderpuzzle',
                    constraint=models.CheckConstraint(condition=models.Q(('solved__lte', models.F('tried'))), name='solved_when_tried'),
                ),
                migrations.AddIndex(
                    model_name='originmark',
                    index=models.Index(fields=['at'], name='origins_by_age'),
                ),
                migrations.AddConstraint(
                    model_name='originmark',
                    constraint=models.UniqueConstraint(fields=('tournament', 'kind', 'mark', 'dynasty'), name='one_mark_of_dynasty'),
                ),
                migrations.AddConstraint(
                    model_name='originmark',
                    constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['address', 'browser'])), name='known_origin'),
                ),
                migrations.AddIndex(
                    model_name='presence',
                    index=models.Index(fields=['dynasty', 'role'], name='presences_of_dynasty'),
                ),
                migrations.AddConstraint(
                    model_name='presence',
                    constraint=models.UniqueConstraint(fields=('tournament', 'dynasty'), name='player_or_bettor'),
                ),
                migrations.AddConstraint(
                    model_name='presence',
                    constraint=models.CheckConstraint(condition=models.Q(('role__in', ['player', 'bettor'])), name='known_role'),
                ),
                migrations.AddIndex(
                    model_name='privatemessage',
                    index=models.Index(fields=['conversation', '-id'], name='messages_of_two'),
                ),
                migrations.AddIndex(
                    model_name='privatemessage',
                    index=models.Index(fields=['club', '-id'], name='messages_of_club'),
                ),
                migrations.AddIndex(
                    model_name='privatemessage',
                    index=models.Index(fields=['dynasty', '-at'], name='private_of_dynasty'),
                ),
                migrations.AddConstraint(
                    model_name='privatemessage',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('club__isnull', False), ('conversation', None)), models.Q(('club', None), ('conversation__isnull', False)), _connector='OR'), name='message_of_two_or_of_a_club'),
                ),
                migrations.AddConstraint(
                    model_name='puzzleattempt',
                    constraint=models.UniqueConstraint(fields=('dynasty', 'puzzle'), name='one_attempt_a_puzzle'),
                ),
                migrations.AddConstraint(
                    model_name='queuedorder',
                    constraint=models.UniqueConstraint(fields=('tournament', 'seat'), name='one_queue_a_seat'),
                ),
                migrations.AddIndex(
                    model_name='recurrence',
                    index=models.Index(condition=models.Q(('stopped_at', None)), fields=['next_at'], name='recurrences_due'),
                ),
                migrations.AddIndex(
                    model_name='recurrence',
                    index=models.Index(fields=['organiser', 'stopped_at'], name='recurrences_of'),
                ),
                migrations.AddConstraint(
                    model_name='recurrence',
                    constraint=models.CheckConstraint(condition=models.Q(('every__in', ['daily', 'weekly'])), name='known_recurrence'),
                ),
                migrations.AddIndex(
                    model_name='round',
                    index=models.Index(condition=models.Q(('closed_at', None)), fields=['deadline'], name='open_by_deadline'),
                ),
                migrations.AddIndex(
                    model_name='round',
                    index=models.Index(condition=models.Q(('closed_at', None), ('ready_at__isnull', False)), fields=['ready_at'], name='open_and_ready'),
                ),
                migrations.AddIndex(
                    model_name='round',
                    index=models.Index(condition=models.Q(('closed_at', None), ('computers_at__isnull', False)), fields=['computers_at'], name='computers_due'),
                ),
                migrations.AddIndex(
                    model_name='round',
                    index=models.Index(condition=models.Q(('closed_at', None), ('tell_at__isnull', False)), fields=['tell_at'], name='open_and_untold'),
                ),
                migrations.AddConstraint(
                    model_name='round',
                    constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='one_round_a_number'),
                ),
                migrations.AddConstraint(
                    model_name='round',
                    constraint=models.UniqueConstraint(condition=models.Q(('closed_at', None)), fields=('tournament',), name='one_open_round'),
                ),
                migrations.AddConstraint(
                    model_name='roundcomment',
                    constraint=models.UniqueConstraint(fields=('chapter', 'number'), name='one_comment_of_a_round'),
                ),
                migrations.AddConstraint(
                    model_name='ruletemplate',
                    constraint=models.UniqueConstraint(fields=('dynasty', 'name'), name='one_template_of_a_name'),
                ),
                migrations.AddConstraint(
                    model_name='sealedorder',
                    constraint=models.UniqueConstraint(fields=('round', 'seat'), name='one_order_a_seat'),
                ),
                migrations.AddConstraint(
                    model_name='sealedorder',
                    constraint=models.UniqueConstraint(fields=('round', 'sequence'), name='no_two_as_quick'),
                ),
                migrations.AddConstraint(
                    model_name='sealedorder',
                    constraint=models.CheckConstraint(condition=models.Q(('version__lte', 50)), name='bounded_changes'),
                ),
                migrations.AddIndex(
                    model_name='seek',
                    index=models.Index(condition=models.Q(('tournament', None)), fields=['family', 'pace', 'sought_at'], name='seeks_that_wait'),
                ),
                migrations.AddIndex(
                    model_name='seek',
                    index=models.Index(fields=['key'], name='seeks_of_key'),
                ),
                migrations.AddIndex(
                    model_name='seek',
                    index=models.Index(fields=['ends_at'], name='seeks_by_end'),
                ),
                migrations.AddConstraint(
                    model_name='seek',
                    constraint=models.UniqueConstraint(condition=models.Q(('tournament', None)), fields=('key',), name='one_open_seek_a_key'),
                ),
                migrations.AddConstraint(
                    model_name='seek',
                    constraint=models.UniqueConstraint(condition=models.Q(('dynasty__isnull', False), ('tournament', None)), fields=('dynasty',), name='one_open_seek_a_dynasty'),
                ),
                migrations.AddIndex(
                    model_name='series',
                    index=models.Index(fields=['status', 'starts_at'], name='series_due'),
                ),
                migrations.AddConstraint(
                    model_name='series',
                    constraint=models.CheckConstraint(condition=models.Q(('format__in', ['ladder', 'knockout'])), name='known_format'),
                ),
                migrations.AddConstraint(
                    model_name='series',
                    constraint=models.CheckConstraint(condition=models.Q(('table_seats__gte', 2), ('table_seats__lte', 16)), name='bounded_tables'),
                ),
                migrations.AddIndex(
                    model_name='seriesentry',
                    index=models.Index(fields=['series', '-points', '-firsts'], name='table_of_series'),
                ),
                migrations.AddConstraint(
                    model_name='seriesentry',
                    constraint=models.UniqueConstraint(fields=('series', 'dynasty'), name='one_place_in_a_series'),
                ),
                migrations.AddConstraint(
                    model_name='seriestable',
                    constraint=models.UniqueConstraint(fields=('series', 'round_no', 'number'), name='one_table_a_number'),
                ),
                migrations.AddIndex(
                    model_name='standin',
                    index=models.Index(fields=['dynasty', 'ended_at'], name='seats_of_volunteer'),
                ),
                migrations.AddConstraint(
                    model_name='standin',
                    constraint=models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('tournament', 'seat'), name='one_stand_in'),
                ),
                migrations.AddConstraint(
                    model_name='standin',
                    constraint=models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('tournament', 'dynasty'), name='one_seat_a_volunteer'),
                ),
                migrations.AddConstraint(
                    model_name='standin',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('computer', ''), ('dynasty__isnull', False)), models.Q(models.Q(('computer', ''), _negated=True), ('dynasty__isnull', True)), _connector='OR'), name='computer_or_volunteer'),
                ),
                migrations.AddConstraint(
                    model_name='standingorder',
                    constraint=models.UniqueConstraint(fields=('tournament', 'seat'), name='one_standing_order'),
                ),
                migrations.AddIndex(
                    model_name='study',
                    index=models.Index(condition=models.Q(('removed_at', None), ('visibility', 'public')), fields=['-made_at'], name='public_studies'),
                ),
                migrations.AddIndex(
                    model_name='study',
                    index=models.Index(fields=['dynasty', '-made_at'], name='studies_of_dynasty'),
                ),
                migrations.AddConstraint(
                    model_name='study',
                    constraint=models.CheckConstraint(condition=models.Q(('visibility__in', ['public', 'link', 'private'])), name='known_visibility_of_study'),
                ),
                migrations.AddIndex(
                    model_name='report',
                    index=models.Index(condition=models.Q(('closed_at', None)), fields=['at'], name='open_reports'),
                ),
                migrations.AddIndex(
                    model_name='report',
                    index=models.Index(fields=['reporter', '-at'], name='reports_of_dynasty'),
                ),
                migrations.AddIndex(
                    model_name='chapter',
                    index=models.Index(fields=['study', 'place'], name='chapters_in_order'),
                ),
                migrations.AddIndex(
                    model_name='treaty',
                    index=models.Index(fields=['tournament', 'id'], name='treaties_of_tournament'),
                ),
                migrations.AddConstraint(
                    model_name='treaty',
                    constraint=models.CheckConstraint(condition=models.Q(('amount__gte', 0)), name='treaty_stake_not_negative'),
                ),
                migrations.AddConstraint(
                    model_name='treaty',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('ended_at', None), ('status__in', ['proposed', 'sealed'])), models.Q(models.Q(('status__in', ['proposed', 'sealed']), _negated=True), ('ended_at__isnull', False)), _connector='OR'), name='treaty_ended_once'),
                ),
                migrations.AddConstraint(
                    model_name='vote',
                    constraint=models.UniqueConstraint(fields=('tournament', 'round', 'seat', 'what'), name='one_vote_a_seat'),
                ),
                migrations.AddConstraint(
                    model_name='vote',
                    constraint=models.CheckConstraint(condition=models.Q(('what__in', ['draw', 'pause', 'resume'])), name='known_vote'),
                ),
                migrations.AddConstraint(
                    model_name='waiting',
                    constraint=models.UniqueConstraint(fields=('tournament', 'dynasty'), name='waits_once'),
                ),
                migrations.AddIndex(
                    model_name='arenabattle',
                    index=models.Index(condition=models.Q(('settled_at', None)), fields=['arena'], name='arena_battles_open'),
                ),
                migrations.AddIndex(
                    model_name='casual',
                    index=models.Index(fields=['played_at'], name='casual_by_last_play'),
                ),
                migrations.AddIndex(
                    model_name='casual',
                    index=models.Index(fields=['network'], name='casual_by_network'),
                ),
                migrations.AddConstraint(
                    model_name='casual',
                    constraint=models.CheckConstraint(condition=models.Q(('mode__in', ['alone', 'link', 'hot_seat'])), name='known_casual_mode'),
                ),
                migrations.AddConstraint(
                    model_name='challenge',
                    constraint=models.UniqueConstraint(fields=('challenger', 'challenged'), name='one_challenge_a_pair'),
                ),
            ],
        ),
    ]
