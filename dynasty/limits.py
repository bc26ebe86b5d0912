"""Every limit of the world, in one place. Each is asserted where it bites and listed in docs/limits.md."""

MOST_AMOUNT = 10**12  # units in one transfer
MOST_BALANCE = 2**53 - 1  # units in one account: exact in every reader's numbers
NAME_LENGTH = (3, 40)  # characters of a dynasty's name
EMPEROR_NAME_LENGTH = (1, 40)
MOTTO_LENGTH = 120
UNPROVEN_EMPERORS = 100  # living emperors of a dynasty that never fought a serious battle
PAGE = 50  # rows of a page of a list
MOST_PAGE = 100
ORDER_CHANGES = 50  # orders of one seat in one round
ROUND_SECONDS = (10, 7 * 24 * 3600)
SEATS = (2, 16)
OPEN_TOURNAMENTS = 50  # announced by one dynasty and not ended
TALK_LENGTH = 500
SOCKETS_PER_USER = 5
SOCKETS_PER_ADDRESS = 20
FRAME_BYTES = 4096
BODY_BYTES = 64 * 1024
CLOSE_ATTEMPTS = 5  # after which a tournament that cannot be resolved is halted
MOST_PAGES = 200  # of a list that is counted from its beginning
MOST_EXPORT = 10_000  # lines of an exported log
CHART_POINTS = 240  # of a line in a chart
MOST_CHOICES = 500  # entries of a list to choose from
MOST_PEOPLE = 200  # emperors on one page
