"""All migrations before the first release in one: a new site applies it, an older one those that it replaces."""

import core.migration_operations
import core.public_codes
import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.text
import django.db.models.lookups
import dynasty.models.notices
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('dynasty', '0001_initial'), ('dynasty', '0002_market'), ('dynasty', '0003_notices'), ('dynasty', '0004_covering_books'), ('dynasty', '0005_erasures'), ('dynasty', '0006_programs'), ('dynasty', '0007_counted_standings'), ('dynasty', '0008_replies_as_text'), ('dynasty', '0009_escrows_that_hold'), ('dynasty', '0010_engagements_that_are_not_told'), ('dynasty', '0011_periodic_runs'), ('dynasty', '0012_skill_ratings'), ('dynasty', '0013_search'), ('dynasty', '0014_battle_results'), ('dynasty', '0015_trophies'), ('dynasty', '0016_following'), ('dynasty', '0017_accepted_offers'), ('dynasty', '0018_seasons'), ('dynasty', '0019_ransoms'), ('dynasty', '0020_portraits'), ('dynasty', '0021_webhooks'), ('dynasty', '0022_clubs'), ('dynasty', '0023_classes'), ('dynasty', '0024_social_settings'), ('dynasty', '0025_display_options'), ('dynasty', '0026_orders_of_rated_seats'), ('dynasty', '0027_condensed_days'), ('dynasty', '0028_placements'), ('dynasty', '0029_apps'), ('dynasty', '0030_tokens_of_apps')]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        core.migration_operations.CreateTables(
            operations=[
                migrations.CreateModel(
                    name='User',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('password', models.CharField(max_length=128, verbose_name='password')),
                        ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                        ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                        ('email', models.EmailField(max_length=254)),
                        ('is_staff', models.BooleanField(default=False)),
                        ('is_active', models.BooleanField(default=True)),
                        ('joined_at', models.DateTimeField(auto_now_add=True)),
                        ('language', models.CharField(blank=True, max_length=8)),
                        ('time_zone', models.CharField(blank=True, max_length=64)),
                        ('display', models.JSONField(blank=True, default=dict)),
                        ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                        ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                    ],
                ),
                migrations.CreateModel(
                    name='Offer',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(default=core.public_codes.new_code, max_length=10, unique=True)),
                        ('token', models.CharField(default=core.public_codes.new_code, max_length=40)),
                        ('status', models.CharField(choices=[('open', 'Open'), ('accepted', 'Accepted'), ('withdrawn', 'Withdrawn'), ('lapsed', 'Lapsed')], default='open', max_length=10)),
                        ('made_at', models.DateTimeField()),
                        ('lapses_at', models.DateTimeField()),
                        ('ended_at', models.DateTimeField(blank=True, null=True)),
                    ],
                ),
                migrations.CreateModel(
                    name='CondensedDay',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('until', models.DateTimeField(unique=True)),
                        ('transfers', models.PositiveIntegerField()),
                        ('packed', models.BinaryField()),
                        ('records', models.CharField(max_length=64)),
                        ('treasury', models.JSONField()),
                        ('digest', models.CharField(max_length=64)),
                    ],
                ),
                migrations.CreateModel(
                    name='Dynasty',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(default=core.public_codes.new_code, max_length=10, unique=True)),
                        ('name', models.CharField(max_length=40)),
                        ('folded_name', models.CharField(max_length=80, unique=True)),
                        ('motto', models.CharField(blank=True, max_length=120)),
                        ('emblem', models.JSONField()),
                        ('house', models.BooleanField(default=False)),
                        ('program', models.BooleanField(default=False)),
                        ('founded_at', models.DateTimeField()),
                        ('user', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='dynasty', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name_plural': 'dynasties',
                    },
                ),
                migrations.CreateModel(
                    name='Emperor',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(default=core.public_codes.new_code, max_length=10, unique=True)),
                        ('name', models.CharField(max_length=40)),
                        ('folded_name', models.CharField(max_length=80)),
                        ('gender', models.CharField(choices=[('w', 'Woman'), ('m', 'Man'), ('o', 'Other')], max_length=1)),
                        ('birth_date', models.DateField()),
                        ('portrait', models.JSONField(blank=True, null=True)),
                        ('raised_at', models.DateTimeField()),
                        ('died_at', models.DateTimeField(blank=True, null=True)),
                        ('fought_at', models.DateTimeField(blank=True, null=True)),
                        ('whispered_at', models.DateTimeField(blank=True, null=True)),
                        ('birthplace', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='born', to='dynasty.dynasty')),
                        ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='emperors', to='dynasty.dynasty')),
                    ],
                ),
                migrations.CreateModel(
                    name='Erasure',
                    fields=[
                        ('event', models.BigIntegerField(primary_key=True, serialize=False)),
                        ('at', models.DateTimeField()),
                    ],
                ),
                migrations.CreateModel(
                    name='PeriodicRun',
                    fields=[
                        ('name', models.CharField(max_length=40, primary_key=True, serialize=False)),
                        ('at', models.DateTimeField()),
                    ],
                ),
                migrations.CreateModel(
                    name='RatedBattle',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('place', models.CharField(max_length=10, null=True, unique=True)),
                        ('family', models.CharField(max_length=8)),
                        ('pace', models.CharField(max_length=8)),
                        ('rated_at', models.DateTimeField()),
                    ],
                ),
                migrations.CreateModel(
                    name='Stream',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=64, unique=True)),
                        ('head', models.BigIntegerField(default=0)),
                    ],
                ),
                migrations.CreateModel(
                    name='AppGrant',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(default=core.public_codes.new_code, max_length=10, unique=True)),
                        ('scopes', models.JSONField()),
                        ('redirect', models.TextField()),
                        ('challenge', models.CharField(max_length=43)),
                        ('code_digest', models.CharField(max_length=64, unique=True)),
                        ('family_digest', models.CharField(blank=True, max_length=64)),
                        ('refresh_digest', models.CharField(blank=True, max_length=64)),
                        ('made_at', models.DateTimeField()),
                        ('expires_at', models.DateTimeField()),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='app_grants', to=settings.AUTH_USER_MODEL)),
                    ],
                ),
                migrations.CreateModel(
                    name='ApiToken',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(default=core.public_codes.new_code, max_length=10, unique=True)),
                        ('name', models.CharField(max_length=40)),
                        ('shown', models.CharField(max_length=12)),
                        ('digest', models.CharField(max_length=64, unique=True)),
                        ('scopes', models.JSONField()),
                        ('made_at', models.DateTimeField()),
                        ('expires_at', models.DateTimeField()),
                        ('last_used_at', models.DateTimeField(blank=True, null=True)),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to=settings.AUTH_USER_MODEL)),
                        ('grant', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to='dynasty.appgrant')),
                    ],
                ),
                migrations.CreateModel(
                    name='Captive',
                    fields=[
                        ('offer', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='captive', serialize=False, to='dynasty.offer')),
                        ('reserved_until', models.DateTimeField(blank=True, null=True)),
                        ('open', models.BooleanField(default=True)),
                    ],
                ),
                migrations.CreateModel(
                    name='Club',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(default=core.public_codes.new_code, max_length=10, unique=True)),
                        ('kind', models.CharField(choices=[('club', 'Club'), ('class', 'Class')], default='club', max_length=8)),
                        ('name', models.CharField(max_length=40)),
                        ('folded_name', models.CharField(max_length=80)),
                        ('words', models.CharField(blank=True, max_length=400)),
                        ('emblem', models.JSONField()),
                        ('entrance', models.CharField(choices=[('open', 'Open'), ('request', 'Request'), ('link', 'Link')], max_length=8)),
                        ('invitation', models.CharField(default=core.public_codes.new_code, max_length=10, unique=True)),
                        ('size', models.PositiveIntegerField(default=0)),
                        ('pupils_write', models.BooleanField(default=False)),
                        ('founded_at', models.DateTimeField()),
                        ('dissolved_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'indexes': [models.Index(condition=models.Q(('dissolved_at', None)), fields=['-size', 'id'], name='clubs_by_size')],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('dissolved_at', None)), fields=('folded_name',), name='one_club_a_name'), models.CheckConstraint(condition=models.Q(('entrance__in', ['open', 'request', 'link'])), name='known_entrance')],
                    },
                ),
                migrations.CreateModel(
                    name='NoticeSetting',
                    fields=[
                        ('dynasty', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='notice_setting', serialize=False, to='dynasty.dynasty')),
                        ('channels', models.JSONField(default=dict)),
                        ('rhythm', models.CharField(choices=[('at_once', 'At Once'), ('hourly', 'Hourly'), ('daily', 'Daily')], default='at_once', max_length=8)),
                        ('quiet_from', models.TimeField(blank=True, null=True)),
                        ('quiet_until', models.TimeField(blank=True, null=True)),
                        ('calendar', models.CharField(default=dynasty.models.notices.new_secret, max_length=43, unique=True)),
                    ],
                ),
                migrations.CreateModel(
                    name='SocialSetting',
                    fields=[
                        ('dynasty', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='social_setting', serialize=False, to='dynasty.dynasty')),
                        ('shows_online', models.BooleanField(default=False)),
                        ('online_at', models.DateTimeField(blank=True, null=True)),
                        ('first_messages', models.CharField(choices=[('everybody', 'Everybody'), ('friends', 'Friends'), ('nobody', 'Nobody')], default='everybody', max_length=10)),
                    ],
                ),
                migrations.CreateModel(
                    name='Standing',
                    fields=[
                        ('dynasty', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='standing', serialize=False, to='dynasty.dynasty')),
                        ('reputation', models.BigIntegerField(default=0)),
                        ('reached_at', models.DateTimeField()),
                    ],
                ),
                migrations.AddField(
                    model_name='offer',
                    name='giver',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='offers', to='dynasty.dynasty'),
                ),
                migrations.AddField(
                    model_name='offer',
                    name='taker',
                    field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='offers_taken', to='dynasty.dynasty'),
                ),
                migrations.AddField(
                    model_name='offer',
                    name='to',
                    field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='offers_to', to='dynasty.dynasty'),
                ),
                migrations.CreateModel(
                    name='ClubRequest',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('at', models.DateTimeField()),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='requests', to='dynasty.club')),
                        ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='club_requests', to='dynasty.dynasty')),
                    ],
                ),
                migrations.CreateModel(
                    name='ClubMember',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('role', models.CharField(choices=[('owner', 'Owner'), ('officer', 'Officer'), ('member', 'Member')], max_length=8)),
                        ('since', models.DateTimeField()),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='dynasty.club')),
                        ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='clubs', to='dynasty.dynasty')),
                    ],
                ),
                migrations.CreateModel(
                    name='ClubEvent',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(max_length=12)),
                        ('text', models.CharField(blank=True, max_length=60)),
                        ('at', models.DateTimeField()),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='events', to='dynasty.club')),
                        ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='dynasty.dynasty')),
                    ],
                ),
                migrations.CreateModel(
                    name='Engagement',
                    fields=[
                        ('emperor', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='engagement', serialize=False, to='dynasty.emperor')),
                        ('kind', models.CharField(choices=[('entered', 'Entered'), ('attending', 'Attending')], max_length=10)),
                        ('place', models.CharField(max_length=10)),
                        ('public', models.BooleanField(default=True)),
                    ],
                ),
                migrations.CreateModel(
                    name='BattleResult',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('place', models.CharField(max_length=10)),
                        ('seat', models.CharField(max_length=1)),
                        ('at', models.DateTimeField()),
                        ('type', models.CharField(max_length=10)),
                        ('game', models.CharField(max_length=32)),
                        ('field', models.CharField(max_length=64)),
                        ('preset', models.CharField(blank=True, max_length=40)),
                        ('ending', models.CharField(max_length=32)),
                        ('seats', models.PositiveSmallIntegerField()),
                        ('rounds', models.PositiveIntegerField()),
                        ('result', models.CharField(max_length=10)),
                        ('reputation', models.BigIntegerField()),
                        ('upset', models.BigIntegerField(default=0)),
                        ('captures', models.PositiveSmallIntegerField(default=0)),
                        ('kills', models.PositiveSmallIntegerField(default=0)),
                        ('pawns', models.PositiveIntegerField(default=0)),
                        ('captor', models.CharField(blank=True, max_length=1)),
                        ('fate', models.CharField(blank=True, max_length=10)),
                        ('orders', models.PositiveIntegerField()),
                        ('missed', models.PositiveIntegerField()),
                        ('opening', models.CharField(blank=True, max_length=40)),
                        ('territories', models.PositiveIntegerField(null=True)),
                        ('luck', models.IntegerField(null=True)),
                        ('placement', models.PositiveSmallIntegerField(null=True)),
                        ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='results', to='dynasty.dynasty')),
                        ('emperor', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='results', to='dynasty.emperor')),
                    ],
                ),
                migrations.CreateModel(
                    name='Account',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('purpose', models.CharField(choices=[('wallet', 'Wallet'), ('reputation', 'Reputation'), ('escrow', 'Escrow'), ('treasury', 'Treasury')], max_length=10)),
                        ('ref', models.CharField(max_length=64)),
                        ('asset', models.CharField(max_length=40)),
                        ('balance', models.BigIntegerField(default=0)),
                        ('dynasty', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='accounts', to='dynasty.dynasty')),
                        ('emperor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='accounts', to='dynasty.emperor')),
                    ],
                ),
                migrations.CreateModel(
                    name='Event',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('key', models.CharField(max_length=160, unique=True)),
                        ('kind', models.CharField(max_length=24)),
                        ('public', models.BooleanField()),
                        ('facts', models.JSONField(default=dict)),
                        ('place', models.CharField(blank=True, max_length=10)),
                        ('at', models.DateTimeField()),
                    ],
                    options={
                        'indexes': [models.Index(fields=['place'], name='events_of_place'), models.Index(fields=['-at'], name='events_by_time')],
                    },
                ),
                migrations.CreateModel(
                    name='Follow',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('since', models.DateTimeField()),
                        ('dynasty', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='dynasty.dynasty')),
                        ('emperor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='dynasty.emperor')),
                        ('follower', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='follows', to='dynasty.dynasty')),
                    ],
                ),
                migrations.CreateModel(
                    name='KeptReply',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('key', models.CharField(max_length=64)),
                        ('asked', models.CharField(max_length=64)),
                        ('status', models.PositiveSmallIntegerField(default=0)),
                        ('body', models.TextField(blank=True, default='')),
                        ('made_at', models.DateTimeField()),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name_plural': 'kept replies',
                    },
                ),
                migrations.CreateModel(
                    name='Membership',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('since', models.DateTimeField()),
                        ('until', models.DateTimeField(blank=True, null=True)),
                        ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='memberships', to='dynasty.dynasty')),
                        ('emperor', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='dynasty.emperor')),
                    ],
                ),
                migrations.CreateModel(
                    name='Mention',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(max_length=24)),
                        ('public', models.BooleanField()),
                        ('at', models.DateTimeField()),
                        ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='mentions', to='dynasty.dynasty')),
                        ('emperor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='mentions', to='dynasty.emperor')),
                        ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mentions', to='dynasty.event')),
                    ],
                ),
                migrations.CreateModel(
                    name='Notice',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(default=core.public_codes.new_code, max_length=10, unique=True)),
                        ('kind', models.CharField(max_length=16)),
                        ('facts', models.JSONField(default=dict)),
                        ('place', models.CharField(blank=True, max_length=10)),
                        ('key', models.CharField(max_length=120)),
                        ('at', models.DateTimeField()),
                        ('until', models.DateTimeField(blank=True, null=True)),
                        ('shown', models.BooleanField(default=True)),
                        ('read_at', models.DateTimeField(blank=True, null=True)),
                        ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='dynasty.dynasty')),
                    ],
                ),
                migrations.CreateModel(
                    name='Delivery',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('channel', models.CharField(max_length=8)),
                        ('target', models.CharField(blank=True, max_length=10)),
                        ('due_at', models.DateTimeField()),
                        ('attempts', models.PositiveSmallIntegerField(default=0)),
                        ('done_at', models.DateTimeField(blank=True, null=True)),
                        ('result', models.CharField(blank=True, choices=[('sent', 'Sent'), ('settled', 'Settled'), ('refused', 'Refused'), ('gave_up', 'Gave Up')], max_length=8)),
                        ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='dynasty.dynasty')),
                        ('notice', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='dynasty.notice')),
                    ],
                    options={
                        'verbose_name_plural': 'deliveries',
                    },
                ),
                migrations.CreateModel(
                    name='OfferPart',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('side', models.CharField(choices=[('gives', 'Gives'), ('asks', 'Asks')], max_length=5)),
                        ('asset', models.CharField(max_length=40)),
                        ('amount', models.BigIntegerField()),
                        ('offer', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='dynasty.offer')),
                    ],
                ),
                migrations.CreateModel(
                    name='PushSubscription',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(default=core.public_codes.new_code, max_length=10, unique=True)),
                        ('endpoint', models.CharField(max_length=600, unique=True)),
                        ('p256dh', models.CharField(max_length=120)),
                        ('auth', models.CharField(max_length=60)),
                        ('browser', models.CharField(blank=True, max_length=80)),
                        ('since', models.DateTimeField()),
                        ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='push_subscriptions', to='dynasty.dynasty')),
                    ],
                ),
                migrations.CreateModel(
                    name='RatedSeat',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveSmallIntegerField()),
                        ('level', models.CharField(blank=True, max_length=24)),
                        ('ranked', models.PositiveSmallIntegerField()),
                        ('rating_before', models.FloatField()),
                        ('deviation_before', models.FloatField()),
                        ('rating_after', models.FloatField()),
                        ('deviation_after', models.FloatField()),
                        ('orders', models.PositiveIntegerField(db_default=0, default=0)),
                        ('missed', models.PositiveIntegerField(db_default=0, default=0)),
                        ('battle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='dynasty.ratedbattle')),
                        ('dynasty', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rated_seats', to='dynasty.dynasty')),
                    ],
                ),
                migrations.CreateModel(
                    name='Rating',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('family', models.CharField(max_length=8)),
                        ('pace', models.CharField(max_length=8)),
                        ('rating', models.FloatField()),
                        ('deviation', models.FloatField()),
                        ('battles', models.PositiveIntegerField()),
                        ('rated_at', models.DateTimeField()),
                        ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ratings', to='dynasty.dynasty')),
                    ],
                ),
                migrations.CreateModel(
                    name='Reign',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('since', models.DateTimeField()),
                        ('until', models.DateTimeField(blank=True, null=True)),
                        ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reigns', to='dynasty.dynasty')),
                    ],
                ),
                migrations.CreateModel(
                    name='Rung',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('level', models.PositiveSmallIntegerField()),
                        ('place', models.BigIntegerField()),
                        ('dynasties', models.PositiveIntegerField()),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('level', 'place'), name='one_rung_a_stretch')],
                    },
                ),
                migrations.CreateModel(
                    name='SearchEntry',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(max_length=8)),
                        ('code', models.CharField(max_length=10)),
                        ('words', models.TextField()),
                    ],
                    options={
                        'verbose_name_plural': 'search entries',
                        'constraints': [models.UniqueConstraint(fields=('kind', 'code'), name='one_search_entry')],
                    },
                ),
                migrations.CreateModel(
                    name='SeasonStanding',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('begins', models.DateField()),
                        ('base', models.BigIntegerField()),
                        ('reputation', models.BigIntegerField()),
                        ('gained', models.GeneratedField(db_persist=True, expression=django.db.models.expressions.CombinedExpression(models.F('reputation'), '-', models.F('base')), output_field=models.BigIntegerField())),
                        ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='season_standings', to='dynasty.dynasty')),
                    ],
                ),
                migrations.CreateModel(
                    name='StaffAct',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('act', models.CharField(max_length=24)),
                        ('object', models.CharField(max_length=80)),
                        ('before', models.JSONField(default=dict)),
                        ('after', models.JSONField(default=dict)),
                        ('reason', models.CharField(blank=True, max_length=300)),
                        ('at', models.DateTimeField()),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='staff_acts', to=settings.AUTH_USER_MODEL)),
                    ],
                ),
                migrations.CreateModel(
                    name='StandingDay',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('day', models.DateField()),
                        ('reputation', models.BigIntegerField()),
                        ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='standing_days', to='dynasty.dynasty')),
                    ],
                ),
                migrations.CreateModel(
                    name='StreamEvent',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.BigIntegerField()),
                        ('key', models.CharField(max_length=120)),
                        ('type', models.CharField(max_length=32)),
                        ('body', models.JSONField(default=dict)),
                        ('at', models.DateTimeField()),
                        ('stream', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='events', to='dynasty.stream')),
                    ],
                ),
                migrations.CreateModel(
                    name='ThirdPartyApp',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(default=core.public_codes.new_code, max_length=10, unique=True)),
                        ('name', models.CharField(max_length=40)),
                        ('redirects', models.JSONField()),
                        ('secret_digest', models.CharField(blank=True, max_length=64)),
                        ('made_at', models.DateTimeField()),
                        ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='apps', to='dynasty.dynasty')),
                    ],
                ),
                migrations.AddField(
                    model_name='appgrant',
                    name='app',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='grants', to='dynasty.thirdpartyapp'),
                ),
                migrations.CreateModel(
                    name='Transfer',
                    fields=[
                        ('id', models.UUIDField(default=uuid.uuid4, primary_key=True, serialize=False)),
                        ('key', models.CharField(max_length=120, unique=True)),
                        ('asset', models.CharField(max_length=40)),
                        ('amount', models.BigIntegerField()),
                        ('cause', models.CharField(max_length=24)),
                        ('place', models.CharField(blank=True, max_length=10)),
                        ('at', models.DateTimeField()),
                        ('credit', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='credits', to='dynasty.account')),
                        ('debit', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='debits', to='dynasty.account')),
                    ],
                ),
                migrations.CreateModel(
                    name='TreasuryDay',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('day', models.DateField()),
                        ('minted', models.BigIntegerField(default=0)),
                        ('burnt', models.BigIntegerField(default=0)),
                        ('account', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='days', to='dynasty.account')),
                    ],
                ),
                migrations.CreateModel(
                    name='Trophy',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=40)),
                        ('at', models.DateTimeField()),
                        ('place', models.CharField(blank=True, max_length=10)),
                        ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='trophies', to='dynasty.dynasty')),
                    ],
                ),
                migrations.CreateModel(
                    name='Webhook',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(default=core.public_codes.new_code, max_length=10, unique=True)),
                        ('format', models.CharField(choices=[('json', 'JSON'), ('discord', 'Discord')], default='json', max_length=8)),
                        ('host', models.CharField(max_length=255)),
                        ('address', models.TextField()),
                        ('secret', models.TextField()),
                        ('kinds', models.JSONField()),
                        ('made_at', models.DateTimeField()),
                        ('due_at', models.DateTimeField()),
                        ('failures', models.PositiveSmallIntegerField(default=0)),
                        ('switched_off_at', models.DateTimeField(blank=True, null=True)),
                        ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to='dynasty.dynasty')),
                    ],
                ),
                migrations.CreateModel(
                    name='WebhookDelivery',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.CharField(default=core.public_codes.new_code, max_length=10, unique=True)),
                        ('kind', models.CharField(max_length=16)),
                        ('key', models.CharField(max_length=120)),
                        ('facts', models.JSONField()),
                        ('place', models.CharField(blank=True, max_length=10)),
                        ('at', models.DateTimeField()),
                        ('attempts', models.PositiveSmallIntegerField(default=0)),
                        ('status', models.PositiveSmallIntegerField(default=0)),
                        ('trouble', models.CharField(blank=True, max_length=16)),
                        ('done_at', models.DateTimeField(blank=True, null=True)),
                        ('result', models.CharField(blank=True, choices=[('sent', 'Sent'), ('gave_up', 'Gave Up')], max_length=8)),
                        ('webhook', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='dynasty.webhook')),
                    ],
                    options={
                        'verbose_name_plural': 'webhook deliveries',
                    },
                ),
                migrations.CreateModel(
                    name='Pupil',
                    fields=[
                        ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='pupil', serialize=False, to=settings.AUTH_USER_MODEL)),
                        ('name', models.CharField(max_length=60)),
                        ('login', models.CharField(max_length=20, unique=True)),
                        ('has_first_password', models.BooleanField(default=True)),
                        ('made_at', models.DateTimeField()),
                        ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pupils', to='dynasty.club')),
                    ],
                ),
                migrations.AddConstraint(
                    model_name='user',
                    constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('email'), name='one_user_per_address'),
                ),
                migrations.AddIndex(
                    model_name='apitoken',
                    index=models.Index(fields=['user', '-id'], name='tokens_of_user'),
                ),
                migrations.AddIndex(
                    model_name='apitoken',
                    index=models.Index(fields=['grant'], name='tokens_of_grant'),
                ),
                migrations.AddField(
                    model_name='captive',
                    name='emperor',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='offered', to='dynasty.emperor'),
                ),
                migrations.AddConstraint(
                    model_name='socialsetting',
                    constraint=models.CheckConstraint(condition=models.Q(('first_messages__in', ['everybody', 'friends', 'nobody'])), name='known_first_messages'),
                ),
                migrations.AddConstraint(
                    model_name='socialsetting',
                    constraint=models.CheckConstraint(condition=models.Q(('shows_online', True), ('online_at', None), _connector='OR'), name='online_by_choice'),
                ),
                migrations.AddIndex(
                    model_name='standing',
                    index=models.Index(fields=['-reputation', 'reached_at'], name='ranking'),
                ),
                migrations.AddIndex(
                    model_name='offer',
                    index=models.Index(condition=models.Q(('status', 'open')), fields=['-made_at', '-id'], name='open_offers'),
                ),
                migrations.AddIndex(
                    model_name='offer',
                    index=models.Index(condition=models.Q(('status', 'open')), fields=['lapses_at'], name='offers_to_lapse'),
                ),
                migrations.AddIndex(
                    model_name='offer',
                    index=models.Index(condition=models.Q(('status', 'accepted')), fields=['-ended_at'], name='accepted_offers'),
                ),
                migrations.AddIndex(
                    model_name='offer',
                    index=models.Index(fields=['giver', '-made_at', '-id'], name='offers_of_dynasty'),
                ),
                migrations.AddIndex(
                    model_name='offer',
                    index=models.Index(fields=['to', '-made_at', '-id'], name='offers_to_dynasty'),
                ),
                migrations.AddConstraint(
                    model_name='offer',
                    constraint=models.UniqueConstraint(fields=('giver', 'token'), name='one_offer_per_wish'),
                ),
                migrations.AddConstraint(
                    model_name='offer',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('ended_at', None), ('status', 'open')), models.Q(('ended_at__isnull', False), ('status__in', ['accepted', 'withdrawn', 'lapsed'])), _connector='OR'), name='an_offer_ends_once'),
                ),
                migrations.AddConstraint(
                    model_name='offer',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('status', 'accepted'), ('taker__isnull', False)), models.Q(models.Q(('status', 'accepted'), _negated=True), ('taker', None)), _connector='OR'), name='accepted_by_somebody'),
                ),
                migrations.AddConstraint(
                    model_name='offer',
                    constraint=models.CheckConstraint(condition=models.Q(('to', None), models.Q(('to', models.F('giver')), _negated=True), _connector='OR'), name='no_offer_to_oneself'),
                ),
                migrations.AddConstraint(
                    model_name='dynasty',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('house', True), ('user', None)), models.Q(('house', False), ('user__isnull', False)), _connector='OR'), name='house_or_user'),
                ),
                migrations.AddConstraint(
                    model_name='clubrequest',
                    constraint=models.UniqueConstraint(fields=('club', 'dynasty'), name='requested_once'),
                ),
                migrations.AddConstraint(
                    model_name='clubmember',
                    constraint=models.UniqueConstraint(fields=('club', 'dynasty'), name='member_once'),
                ),
                migrations.AddConstraint(
                    model_name='clubmember',
                    constraint=models.UniqueConstraint(condition=models.Q(('role', 'owner')), fields=('club',), name='one_owner_a_club'),
                ),
                migrations.AddConstraint(
                    model_name='clubmember',
                    constraint=models.CheckConstraint(condition=models.Q(('role__in', ['owner', 'officer', 'member'])), name='known_club_role'),
                ),
                migrations.AddIndex(
                    model_name='clubevent',
                    index=models.Index(fields=['club', '-id'], name='events_of_club'),
                ),
                migrations.AddIndex(
                    model_name='engagement',
                    index=models.Index(fields=['place'], name='engaged_at_place'),
                ),
                migrations.AddConstraint(
                    model_name='engagement',
                    constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['entered', 'attending'])), name='known_engagement'),
                ),
                migrations.AddIndex(
                    model_name='emperor',
                    index=models.Index(fields=['dynasty', 'died_at'], name='emperors_of_dynasty'),
                ),
                migrations.AddConstraint(
                    model_name='emperor',
                    constraint=models.UniqueConstraint(condition=models.Q(('died_at', None)), fields=('dynasty', 'folded_name'), name='unique_living_name'),
                ),
                migrations.AddConstraint(
                    model_name='emperor',
                    constraint=models.CheckConstraint(condition=models.Q(('gender__in', ['w', 'm', 'o'])), name='known_gender'),
                ),
                migrations.AddIndex(
                    model_name='battleresult',
                    index=models.Index(fields=['dynasty', '-at'], name='results_of_dynasty'),
                ),
                migrations.AddIndex(
                    model_name='battleresult',
                    index=models.Index(fields=['emperor', '-at'], name='results_of_emperor'),
                ),
                migrations.AddIndex(
                    model_name='battleresult',
                    index=models.Index(fields=['at'], name='results_by_time'),
                ),
                migrations.AddConstraint(
                    model_name='battleresult',
                    constraint=models.UniqueConstraint(fields=('place', 'seat'), name='one_result_a_seat'),
                ),
                migrations.AddIndex(
                    model_name='account',
                    index=models.Index(fields=['dynasty', 'asset'], name='wallets'),
                ),
                migrations.AddIndex(
                    model_name='account',
                    index=models.Index(fields=['emperor'], name='reputations'),
                ),
                migrations.AddIndex(
                    model_name='account',
                    index=models.Index(condition=models.Q(('balance__gt', 0), ('purpose', 'escrow')), fields=['asset', 'ref', 'balance'], name='escrows_that_hold'),
                ),
                migrations.AddConstraint(
                    model_name='account',
                    constraint=models.UniqueConstraint(fields=('purpose', 'ref', 'asset'), name='one_account_per_purpose'),
                ),
                migrations.AddConstraint(
                    model_name='account',
                    constraint=models.CheckConstraint(condition=models.Q(('purpose', 'treasury'), models.Q(('balance__gte', 0), ('balance__lte', 9007199254740991)), _connector='OR'), name='no_debts'),
                ),
                migrations.AddConstraint(
                    model_name='follow',
                    constraint=models.UniqueConstraint(condition=models.Q(('emperor', None)), fields=('follower', 'dynasty'), name='one_follow_a_dynasty'),
                ),
                migrations.AddConstraint(
                    model_name='follow',
                    constraint=models.UniqueConstraint(condition=models.Q(('dynasty', None)), fields=('follower', 'emperor'), name='one_follow_an_emperor'),
                ),
                migrations.AddConstraint(
                    model_name='follow',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('dynasty', None), ('emperor__isnull', False)), models.Q(('dynasty__isnull', False), ('emperor', None)), _connector='OR'), name='follows_one_thing'),
                ),
                migrations.AddIndex(
                    model_name='keptreply',
                    index=models.Index(fields=['made_at'], name='replies_by_time'),
                ),
                migrations.AddConstraint(
                    model_name='keptreply',
                    constraint=models.UniqueConstraint(fields=('user', 'key'), name='one_reply_for_a_key'),
                ),
                migrations.AddIndex(
                    model_name='membership',
                    index=models.Index(fields=['dynasty', 'since'], name='members_at'),
                ),
                migrations.AddConstraint(
                    model_name='membership',
                    constraint=models.UniqueConstraint(condition=models.Q(('until', None)), fields=('emperor',), name='one_dynasty_at_a_time'),
                ),
                migrations.AddConstraint(
                    model_name='membership',
                    constraint=models.CheckConstraint(condition=models.Q(('until', None), ('until__gte', models.F('since')), _connector='OR'), name='membership_ends_after_start'),
                ),
                migrations.AddIndex(
                    model_name='mention',
                    index=models.Index(fields=['dynasty', '-at', '-id'], name='log_of_dynasty'),
                ),
                migrations.AddIndex(
                    model_name='mention',
                    index=models.Index(fields=['dynasty', 'kind', '-at'], name='log_by_kind'),
                ),
                migrations.AddIndex(
                    model_name='mention',
                    index=models.Index(fields=['emperor', '-at'], name='log_of_emperor'),
                ),
                migrations.AddConstraint(
                    model_name='mention',
                    constraint=models.UniqueConstraint(fields=('event', 'dynasty', 'emperor'), name='one_mention'),
                ),
                migrations.AddIndex(
                    model_name='notice',
                    index=models.Index(condition=models.Q(('shown', True)), fields=['dynasty', '-id'], name='notices_of_dynasty'),
                ),
                migrations.AddIndex(
                    model_name='notice',
                    index=models.Index(condition=models.Q(('read_at', None), ('shown', True)), fields=['dynasty'], name='unread_notices'),
                ),
                migrations.AddIndex(
                    model_name='notice',
                    index=models.Index(fields=['place', 'kind'], name='notices_of_place'),
                ),
                migrations.AddIndex(
                    model_name='notice',
                    index=models.Index(fields=['at'], name='notices_by_time'),
                ),
                migrations.AddConstraint(
                    model_name='notice',
                    constraint=models.UniqueConstraint(fields=('dynasty', 'key'), name='noticed_once'),
                ),
                migrations.AddIndex(
                    model_name='delivery',
                    index=models.Index(condition=models.Q(('done_at', None)), fields=['due_at'], name='due_deliveries'),
                ),
                migrations.AddConstraint(
                    model_name='delivery',
                    constraint=models.UniqueConstraint(fields=('notice', 'channel', 'target'), name='sent_once'),
                ),
                migrations.AddConstraint(
                    model_name='offerpart',
                    constraint=models.UniqueConstraint(fields=('offer', 'asset'), name='an_asset_on_one_side'),
                ),
                migrations.AddConstraint(
                    model_name='offerpart',
                    constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0), ('amount__lte', 1000000000000)), name='positive_part'),
                ),
                migrations.AddConstraint(
                    model_name='offerpart',
                    constraint=models.CheckConstraint(condition=models.Q(('side__in', ['gives', 'asks'])), name='known_side'),
                ),
                migrations.AddIndex(
                    model_name='ratedseat',
                    index=models.Index(fields=['dynasty', 'battle'], name='rated_seats_of_dynasty'),
                ),
                migrations.AddConstraint(
                    model_name='ratedseat',
                    constraint=models.UniqueConstraint(fields=('battle', 'number'), name='one_rated_seat_a_number'),
                ),
                migrations.AddConstraint(
                    model_name='ratedseat',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('dynasty__isnull', False), ('level', '')), models.Q(models.Q(('level', ''), _negated=True), ('dynasty__isnull', True)), _connector='OR'), name='rated_dynasty_or_level'),
                ),
                migrations.AddIndex(
                    model_name='rating',
                    index=models.Index(fields=['family', 'pace', '-rating'], name='ratings_of_ladder'),
                ),
                migrations.AddConstraint(
                    model_name='rating',
                    constraint=models.UniqueConstraint(fields=('dynasty', 'family', 'pace'), name='one_rating_a_ladder'),
                ),
                migrations.AddIndex(
                    model_name='reign',
                    index=models.Index(fields=['-since'], name='reigns_by_time'),
                ),
                migrations.AddConstraint(
                    model_name='reign',
                    constraint=models.UniqueConstraint(django.db.models.lookups.IsNull(models.F('until'), True), condition=models.Q(('until', None)), name='one_champion'),
                ),
                migrations.AddIndex(
                    model_name='seasonstanding',
                    index=models.Index(fields=['begins', '-gained', 'dynasty'], name='standings_of_season'),
                ),
                migrations.AddConstraint(
                    model_name='seasonstanding',
                    constraint=models.UniqueConstraint(fields=('dynasty', 'begins'), name='one_standing_a_season'),
                ),
                migrations.AddIndex(
                    model_name='staffact',
                    index=models.Index(fields=['-at'], name='acts_by_time'),
                ),
                migrations.AddIndex(
                    model_name='staffact',
                    index=models.Index(fields=['object'], name='acts_on'),
                ),
                migrations.AddConstraint(
                    model_name='standingday',
                    constraint=models.UniqueConstraint(fields=('dynasty', 'day'), name='one_standing_a_day'),
                ),
                migrations.AddConstraint(
                    model_name='streamevent',
                    constraint=models.UniqueConstraint(fields=('stream', 'number'), name='no_gaps'),
                ),
                migrations.AddConstraint(
                    model_name='streamevent',
                    constraint=models.UniqueConstraint(fields=('stream', 'key'), name='told_once'),
                ),
                migrations.AddIndex(
                    model_name='thirdpartyapp',
                    index=models.Index(fields=['dynasty', 'id'], name='apps_of_dynasty'),
                ),
                migrations.AddIndex(
                    model_name='appgrant',
                    index=models.Index(fields=['user', '-id'], name='grants_of_user'),
                ),
                migrations.AddIndex(
                    model_name='appgrant',
                    index=models.Index(fields=['expires_at'], name='grants_by_end'),
                ),
                migrations.AddIndex(
                    model_name='appgrant',
                    index=models.Index(fields=['family_digest'], name='grants_by_family'),
                ),
                migrations.AddIndex(
                    model_name='transfer',
                    index=models.Index(fields=['debit', '-at', 'amount'], name='transfers_out'),
                ),
                migrations.AddIndex(
                    model_name='transfer',
                    index=models.Index(fields=['credit', '-at', 'amount'], name='transfers_in'),
                ),
                migrations.AddIndex(
                    model_name='transfer',
                    index=models.Index(fields=['place'], name='transfers_of_place'),
                ),
                migrations.AddIndex(
                    model_name='transfer',
                    index=models.Index(fields=['at'], name='transfers_by_time'),
                ),
                migrations.AddConstraint(
                    model_name='transfer',
                    constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0), ('amount__lte', 1000000000000)), name='positive_amount'),
                ),
                migrations.AddConstraint(
                    model_name='transfer',
                    constraint=models.CheckConstraint(condition=models.Q(('debit', models.F('credit')), _negated=True), name='two_accounts'),
                ),
                migrations.AddConstraint(
                    model_name='treasuryday',
                    constraint=models.UniqueConstraint(fields=('account', 'day'), name='one_sum_a_day'),
                ),
                migrations.AddConstraint(
                    model_name='trophy',
                    constraint=models.UniqueConstraint(fields=('dynasty', 'name'), name='one_trophy_a_name'),
                ),
                migrations.AddIndex(
                    model_name='webhook',
                    index=models.Index(fields=['dynasty', 'id'], name='webhooks_of_dynasty'),
                ),
                migrations.AddIndex(
                    model_name='webhookdelivery',
                    index=models.Index(condition=models.Q(('done_at', None)), fields=['webhook', 'id'], name='webhook_outbox'),
                ),
                migrations.AddIndex(
                    model_name='webhookdelivery',
                    index=models.Index(fields=['webhook', '-id'], name='log_of_webhook'),
                ),
                migrations.AddIndex(
                    model_name='webhookdelivery',
                    index=models.Index(fields=['at'], name='webhook_deliveries_by_time'),
                ),
                migrations.AddConstraint(
                    model_name='webhookdelivery',
                    constraint=models.UniqueConstraint(fields=('webhook', 'key'), name='hooked_once'),
                ),
                migrations.AddConstraint(
                    model_name='captive',
                    constraint=models.UniqueConstraint(condition=models.Q(('open', True)), fields=('emperor',), name='one_open_offer_an_emperor'),
                ),
            ],
        ),
        core.migration_operations.CreateFullText(
            model_name='searchentry',
            name='dynasty_searchwords',
        ),
    ]
