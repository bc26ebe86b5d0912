"""All migrations before the first release in one: a new site applies it, an older one those that it replaces."""

import core.public_codes
import django.db.models.deletion
import django.db.models.functions.text
import django.db.models.lookups
import dynasty.models.notices
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('dynasty', '0001_initial'), ('dynasty', '0002_market'), ('dynasty', '0003_notices'), ('dynasty', '0004_covering_books'), ('dynasty', '0005_erasures'), ('dynasty', '0006_programs'), ('dynasty', '0007_counted_standings'), ('dynasty', '0008_replies_as_text'), ('dynasty', '0009_escrows_that_hold'), ('dynasty', '0010_engagements_that_are_not_told'), ('dynasty', '0011_periodic_runs')]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
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
                ('raised_at', models.DateTimeField()),
                ('died_at', models.DateTimeField(blank=True, null=True)),
                ('fought_at', models.DateTimeField(blank=True, null=True)),
                ('whispered_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('gender__in', ['w', 'm', 'o'])), name='known_gender')],
            },
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
            name='Stream',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=64, unique=True)),
                ('head', models.BigIntegerField(default=0)),
            ],
        ),
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
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('email'), name='one_user_per_address')],
            },
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
            ],
            options={
                'indexes': [models.Index(fields=['user', '-id'], name='tokens_of_user')],
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
            name='Standing',
            fields=[
                ('dynasty', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='standing', serialize=False, to='dynasty.dynasty')),
                ('reputation', models.BigIntegerField(default=0)),
                ('reached_at', models.DateTimeField()),
            ],
            options={
                'indexes': [models.Index(fields=['-reputation', 'reached_at'], name='ranking')],
            },
        ),
        migrations.AddField(
            model_name='dynasty',
            name='user',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='dynasty', to=settings.AUTH_USER_MODEL),
        ),
        migrations.CreateModel(
            name='Engagement',
            fields=[
                ('emperor', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='engagement', serialize=False, to='dynasty.emperor')),
                ('kind', models.CharField(choices=[('entered', 'Entered'), ('attending', 'Attending')], max_length=10)),
                ('place', models.CharField(max_length=10)),
                ('public', models.BooleanField(default=True)),
            ],
            options={
                'indexes': [models.Index(fields=['place'], name='engaged_at_place')],
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['entered', 'attending'])), name='known_engagement')],
            },
        ),
        migrations.AddField(
            model_name='emperor',
            name='birthplace',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='born', to='dynasty.dynasty'),
        ),
        migrations.AddField(
            model_name='emperor',
            name='dynasty',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='emperors', to='dynasty.dynasty'),
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
            options={
                'indexes': [models.Index(fields=['dynasty', 'asset'], name='wallets'), models.Index(fields=['emperor'], name='reputations'), models.Index(condition=models.Q(('balance__gt', 0), ('purpose', 'escrow')), fields=['asset', 'ref', 'balance'], name='escrows_that_hold')],
                'constraints': [models.UniqueConstraint(fields=('purpose', 'ref', 'asset'), name='one_account_per_purpose'), models.CheckConstraint(condition=models.Q(('purpose', 'treasury'), models.Q(('balance__gte', 0), ('balance__lte', 9007199254740991)), _connector='OR'), name='no_debts')],
            },
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
                'indexes': [models.Index(fields=['made_at'], name='replies_by_time')],
                'constraints': [models.UniqueConstraint(fields=('user', 'key'), name='one_reply_for_a_key')],
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
            options={
                'indexes': [models.Index(fields=['dynasty', 'since'], name='members_at')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('until', None)), fields=('emperor',), name='one_dynasty_at_a_time'), models.CheckConstraint(condition=models.Q(('until', None), ('until__gte', models.F('since')), _connector='OR'), name='membership_ends_after_start')],
            },
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
            options={
                'indexes': [models.Index(fields=['dynasty', '-at', '-id'], name='log_of_dynasty'), models.Index(fields=['dynasty', 'kind', '-at'], name='log_by_kind'), models.Index(fields=['emperor', '-at'], name='log_of_emperor')],
                'constraints': [models.UniqueConstraint(fields=('event', 'dynasty', 'emperor'), name='one_mention')],
            },
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
            options={
                'indexes': [models.Index(condition=models.Q(('shown', True)), fields=['dynasty', '-id'], name='notices_of_dynasty'), models.Index(condition=models.Q(('read_at', None), ('shown', True)), fields=['dynasty'], name='unread_notices'), models.Index(fields=['place', 'kind'], name='notices_of_place'), models.Index(fields=['at'], name='notices_by_time')],
                'constraints': [models.UniqueConstraint(fields=('dynasty', 'key'), name='noticed_once')],
            },
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
                'indexes': [models.Index(condition=models.Q(('done_at', None)), fields=['due_at'], name='due_deliveries')],
                'constraints': [models.UniqueConstraint(fields=('notice', 'channel', 'target'), name='sent_once')],
            },
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
                ('giver', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='offers', to='dynasty.dynasty')),
                ('taker', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='offers_taken', to='dynasty.dynasty')),
                ('to', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='offers_to', to='dynasty.dynasty')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('status', 'open')), fields=['-made_at', '-id'], name='open_offers'), models.Index(condition=models.Q(('status', 'open')), fields=['lapses_at'], name='offers_to_lapse'), models.Index(fields=['giver', '-made_at', '-id'], name='offers_of_dynasty'), models.Index(fields=['to', '-made_at', '-id'], name='offers_to_dynasty')],
                'constraints': [models.UniqueConstraint(fields=('giver', 'token'), name='one_offer_per_wish'), models.CheckConstraint(condition=models.Q(models.Q(('ended_at', None), ('status', 'open')), models.Q(('ended_at__isnull', False), ('status__in', ['accepted', 'withdrawn', 'lapsed'])), _connector='OR'), name='an_offer_ends_once'), models.CheckConstraint(condition=models.Q(models.Q(('status', 'accepted'), ('taker__isnull', False)), models.Q(models.Q(('status', 'accepted'), _negated=True), ('taker', None)), _connector='OR'), name='accepted_by_somebody'), models.CheckConstraint(condition=models.Q(('to', None), models.Q(('to', models.F('giver')), _negated=True), _connector='OR'), name='no_offer_to_oneself')],
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
            options={
                'constraints': [models.UniqueConstraint(fields=('offer', 'asset'), name='an_asset_on_one_side'), models.CheckConstraint(condition=models.Q(('amount__gt', 0), ('amount__lte', 1000000000000)), name='positive_part'), models.CheckConstraint(condition=models.Q(('side__in', ['gives', 'asks'])), name='known_side')],
            },
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
            name='Reign',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField()),
                ('until', models.DateTimeField(blank=True, null=True)),
                ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reigns', to='dynasty.dynasty')),
            ],
            options={
                'indexes': [models.Index(fields=['-since'], name='reigns_by_time')],
                'constraints': [models.UniqueConstraint(django.db.models.lookups.IsNull(models.F('until'), True), condition=models.Q(('until', None)), name='one_champion')],
            },
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
            options={
                'indexes': [models.Index(fields=['-at'], name='acts_by_time'), models.Index(fields=['object'], name='acts_on')],
            },
        ),
        migrations.CreateModel(
            name='StandingDay',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('reputation', models.BigIntegerField()),
                ('dynasty', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='standing_days', to='dynasty.dynasty')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('dynasty', 'day'), name='one_standing_a_day')],
            },
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
            options={
                'constraints': [models.UniqueConstraint(fields=('stream', 'number'), name='no_gaps'), models.UniqueConstraint(fields=('stream', 'key'), name='told_once')],
            },
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
            options={
                'indexes': [models.Index(fields=['debit', '-at', 'amount'], name='transfers_out'), models.Index(fields=['credit', '-at', 'amount'], name='transfers_in'), models.Index(fields=['place'], name='transfers_of_place'), models.Index(fields=['at'], name='transfers_by_time')],
                'constraints': [models.CheckConstraint(condition=models.Q(('amount__gt', 0), ('amount__lte', 1000000000000)), name='positive_amount'), models.CheckConstraint(condition=models.Q(('debit', models.F('credit')), _negated=True), name='two_accounts')],
            },
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
            options={
                'constraints': [models.UniqueConstraint(fields=('account', 'day'), name='one_sum_a_day')],
            },
        ),
        migrations.AddConstraint(
            model_name='dynasty',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('house', True), ('user', None)), models.Q(('house', False), ('user__isnull', False)), _connector='OR'), name='house_or_user'),
        ),
        migrations.AddIndex(
            model_name='emperor',
            index=models.Index(fields=['dynasty', 'died_at'], name='emperors_of_dynasty'),
        ),
        migrations.AddConstraint(
            model_name='emperor',
            constraint=models.UniqueConstraint(condition=models.Q(('died_at', None)), fields=('dynasty', 'folded_name'), name='unique_living_name'),
        ),
    ]
