"""What staff may look at. Nothing can be changed here: the books and the log are final."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from dynasty.models import Account, Dynasty, Emperor, Event, Reign, Standing, Transfer, User


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows to look at."""

    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(User)
class Users(ReadOnly):
    list_display = ["email", "is_active", "is_staff", "joined_at", "last_login"]
    search_fields = ["email"]
    fields = ["email", "is_active", "is_staff", "joined_at", "last_login", "language", "time_zone"]


@admin.register(Dynasty)
class Dynasties(ReadOnly):
    list_display = ["name", "code", "house", "program", "founded_at"]
    list_filter = ["house", "program"]
    search_fields = ["name", "code"]


@admin.register(Emperor)
class Emperors(ReadOnly):
    list_display = ["name", "code", "dynasty", "raised_at", "died_at"]
    list_select_related = ["dynasty"]
    search_fields = ["name", "code"]


@admin.register(Event)
class Events(ReadOnly):
    """Only what is public: the private log is its dynasty's."""

    list_display = ["at", "kind", "place", "facts"]
    list_filter = ["kind"]

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).filter(public=True)


@admin.register(Standing)
class Standings(ReadOnly):
    list_display = ["dynasty", "reputation", "reached_at"]
    list_select_related = ["dynasty"]


@admin.register(Reign)
class Reigns(ReadOnly):
    list_display = ["dynasty", "since", "until"]
    list_select_related = ["dynasty"]


@admin.register(Account)
class Accounts(ReadOnly):
    """Accounts without the escrows, since chests and stakes are secret until they are published."""

    list_display = ["purpose", "ref", "asset", "balance"]
    list_filter = ["purpose", "asset"]

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).exclude(purpose=Account.Purpose.ESCROW)


@admin.register(Transfer)
class Transfers(ReadOnly):
    list_display = ["at", "asset", "amount", "debit", "credit", "cause", "place"]
    list_select_related = ["debit", "credit"]

    def get_queryset(self, request: HttpRequest) -> Any:
        escrow = Account.Purpose.ESCROW
        return super().get_queryset(request).exclude(debit__purpose=escrow).exclude(credit__purpose=escrow)
