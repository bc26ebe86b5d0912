"""Deleting the account of a pupil, with what it still has to do in tournaments."""

from core.transactions import service
from dynasty.models import Club, Dynasty, User
from dynasty.services.clubs import classes, membership
from tournaments.services import account_deletion


@service
def delete_pupil(*, club: Club, by: Dynasty, dynasty: Dynasty) -> None:
    """Delete a pupil's account for good: its teachers' right. Raise DomainError while others count on it."""
    membership.check_may_manage(club, by)  # the deletion locks the class later, after what it locks before clubs
    pupil = classes.get_pupil(club, dynasty)
    user = User.objects.get(pk=pupil.user_id)
    account_deletion.delete_account(user=user, address=user.email)
