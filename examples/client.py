"""A program that plays one tournament to its end: python client.py https://play.example.org eod_…

It enters the first announced tournament that lets it in (or the one named third), with an emperor that it raises for
that, and orders at random. The token needs the scope `play`, the dynasty the mark. Nothing but Python is needed.
"""

import json
import random
import sys
import time
import urllib.request
import uuid
from contextlib import suppress
from http.client import HTTPException
from urllib.error import HTTPError

SITE, TOKEN, *named = sys.argv[1:]


def send(method, path, body=None, **headers):
    """Send a request and return the open response; raise HTTPError for a refusal, whose body says why."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json", **headers}
    request = urllib.request.Request(f"{SITE}/api/v1/{path}", data, headers, method=method)
    for wait in (1, 2, 4, 8, 16, 32):  # the site may restart, or the network be gone for a while
        try:
            return urllib.request.urlopen(request, timeout=60)
        except HTTPError as error:
            if error.code < 500 and error.code != 429:
                raise
        except OSError:
            pass
        time.sleep(wait)
    return urllib.request.urlopen(request, timeout=60)


def call(*arguments, **headers):
    return json.load(send(*arguments, **headers))


def enter(codes):
    """Take a seat in the first of these that lets us in, and say which it is."""
    name = f"Program {random.randrange(1000)}"
    emperor = call("POST", "court/emperors/", {"name": name, "gender": "o", "birth_date": "1400-01-01"})["code"]
    for code in codes:
        for seat in call("GET", f"tournaments/{code}/state/")["free"]:
            data = {"emperor": emperor, "seat": seat}
            with suppress(HTTPError):
                call("POST", f"tournaments/{code}/entry/", data, **{"Idempotency-Key": uuid.uuid4().hex})
                return code
    raise SystemExit("No tournament lets us in.")


def order(code):
    """Give any legal order for the open round, if we may order there."""
    battle = call("GET", f"tournaments/{code}/state/")
    if legal := (battle["you"] or {}).get("legal"):
        origin = random.choice(sorted(legal))
        data = {"step": battle["tournament"]["step"], "order": f"{origin}-{random.choice(legal[origin])}"}
        with suppress(HTTPError):  # the round closed meanwhile, and the news will say so
            print(call("PUT", f"tournaments/{code}/order/", data)["order"])


def playable(codes):
    """Return those of these battles whose game this client can play: the grid game."""
    return [each for each in codes if call("GET", f"tournaments/{each}/")["tournament"]["game"] == "emperors"]


def news(code):
    """Yield the events of a battle from its first one, reconnecting where the line breaks."""
    last = 0
    while True:
        lines = send("GET", f"events/?battle={code}&since=battle:{code}:{last}")
        with suppress(OSError, HTTPException, ValueError):  # it broke in the middle
            for event in map(json.loads, lines):
                if event.get("stream") == f"battle:{code}":
                    last = event["number"]
                    yield event["type"]
        time.sleep(1)


code = enter(playable(named or [each["code"] for each in call("GET", "tournaments/")]))
for event in news(code):
    if event in ("started", "round_closed"):
        order(code)
    if event in ("finished", "cancelled"):
        break
print(json.dumps(call("GET", f"tournaments/{code}/")["tournament"]["outcome"]))
