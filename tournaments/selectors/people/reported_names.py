"""Names that can be reported: by whom they were written, and what was reported of them."""

from dynasty.models import Dynasty, Emperor, StaffAct, TakenName
from dynasty.selectors import dynasties, taken_names
from dynasty.selectors.taken_names import Named
from tournaments.models import Report


def find_named(code: str) -> Named | None:
    """Return the dynasty or the Emperor with this code; None if there is none."""
    return dynasties.find_dynasty(code) or dynasties.find_emperor(code)


def get_author(named: Named) -> Dynasty:
    """Return who wrote a name: of an Emperor, the dynasty that raised them."""
    return named.birthplace if isinstance(named, Emperor) else named


def list_texts(named: Named) -> list[str]:
    """Return what a report of a name shows the staff: the name, and a dynasty's motto."""
    return [named.name, named.motto] if isinstance(named, Dynasty) and named.motto else [named.name]


def build_key(named: Named, reporter: Dynasty) -> str:
    """Return the key of a dynasty's report of a name, so that each name is reported once."""
    earlier = taken_names.query_names_of(named).count()
    return f"{named.code}:{reporter.code}" + (f":{earlier}" if earlier else "")


def build_appeal_key(row: TakenName) -> str:
    """Return the key of the report that asks to look again at what was taken."""
    return f"{row.code}:{Report.APPEAL}"


def find_own_report(dynasty: Dynasty, named: Named) -> Report | None:
    """Return what a dynasty reported of a present name; None if it did not."""
    return Report.objects.filter(key=build_key(named, dynasty)).first()


def find_taking(row: TakenName) -> StaffAct | None:
    """Return the act that took a name last."""
    return StaffAct.objects.filter(object=f"name:{row.code}", act="name_taken").order_by("pk").last()


def list_taken(limit: int = 30) -> list[tuple[TakenName, StaffAct]]:
    """Return what the staff took and can put back, with the act that took it, the latest first."""
    rows = TakenName.objects.filter(put_back_at=None, renamed_at=None).select_related("dynasty", "emperor")
    found = {f"name:{row.code}": row for row in rows.order_by("-at", "-pk")[:limit]}
    acts = StaffAct.objects.filter(object__in=found, act="name_taken").select_related("user").order_by("pk")
    latest = {act.object: act for act in acts}
    return [(row, latest[key]) for key, row in found.items() if key in latest]
