#!/usr/bin/env python3
"""Settles Clearlot plans again, from nothing but the rule page and the proofs that members download.

    python3 verify_plan.py PROOF.json [PROOF.json ...] [--status STATUS.json]

Each file holds one proof, as downloaded or as the server answers it, or a list of them. Prints what differs, field by field. The exit
status is 0 when every proof matches, 1 when one does not, 2 when a file cannot be read, 3 when nothing differs and there is something
that could not be checked: a void plan without candles, or days that are not revealed because the server says that it plays another
replay. With what it answers to GET /api/market/status that is checked: it may not say so while it plays the replay that the plan was
bound to. Needs Python 3.8 or newer, verify_json.py and verify_replay.py beside it, and nothing else.

A proof shows that the result follows from its candles, and that these go on from the candles that the plan was bound to when it was
placed. That the plan is yours is not in it: compare plan, coin, amount, terms and marketHash with what you kept when you placed it.
That no candle came until the deadline of a void plan is not in it either: ask the market for the minutes from its last candle on.
"""

import hashlib
import json
import math
import os
import struct
import sys
from datetime import datetime, timezone

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from verify_json import Unsound, answer_in, anything, hash_text, is_possible, list_of, number, or_null, printable, read_json
from verify_json import record, row, say, signed_usdt_text, text, whole, words
from verify_replay import INTERVAL_MS, MARKET_SHAPE, REVEAL_SHAPE, reveal_differences

LOOKBACK = {"trend-1": 48, "reversion-1": 36}
VOID_AFTER_MS = 7 * 86_400_000
OPEN_TIME, OPEN, HIGH, LOW, CLOSE, VOLUME = range(6)


# The strategies


def trend_1(closes, n):
    older = 0.0
    for i in range(n - 48, n - 12):
        older = older + closes[i]
    recent = 0.0
    for i in range(n - 12, n):
        recent = recent + closes[i]
    fast = recent / 12
    slow = (older + recent) / 48
    if fast > slow * (1 + 0.001):
        return 1
    if fast < slow * (1 - 0.001):
        return -1
    return 0


def reversion_1(closes, n):
    total = 0.0
    for i in range(n - 36, n):
        total = total + closes[i]
    mean = total / 36
    distance = closes[n - 1] - mean
    if distance <= mean * 0.003 and distance >= -mean * 0.003:
        return 0
    squares = 0.0
    for i in range(n - 36, n):
        e = closes[i] - mean
        squares = squares + e * e
    variance = squares / 36
    if distance * distance <= 1.5 * 1.5 * variance:
        return 0
    return -1 if distance > 0 else 1


STRATEGIES = {"trend-1": trend_1, "reversion-1": reversion_1}


# The rounds


def settle(terms, candles):
    """Runs the plan over its candles. `end` is None where there are fewer candles than rounds and no bound was met."""
    direction_at = STRATEGIES[terms["strategy"]]
    lookback = LOOKBACK[terms["strategy"]]
    leverage = float(terms["leverage"])
    maximum_profit = float(terms["maximumProfit"])
    maximum_loss = float(terms["maximumLoss"])
    closes = [candle[CLOSE] for candle in candles]
    rounds = []
    running = 0.0
    position = 0
    for n in range(lookback, min(len(candles), lookback + terms["rounds"])):
        candle = candles[n]
        direction = direction_at(closes, n)
        fee = 2 * leverage * terms["feeRate"] if direction != 0 and direction != position else 0.0

        def gain(price):
            if direction > 0:
                return leverage * (price / candle[OPEN] - 1) - fee
            if direction < 0:
                return leverage * (1 - price / candle[OPEN]) - fee
            return 0.0

        worst = running + gain(candle[LOW] if direction > 0 else candle[HIGH])
        best = running + gain(candle[HIGH] if direction > 0 else candle[LOW])
        if worst <= -maximum_loss:
            shortfall = max(-maximum_loss - (running - fee), 0.0)
            rounds.append((direction, fee, -maximum_loss - running, -maximum_loss))
            return {"rounds": rounds, "end": "maximumLoss", "running": -maximum_loss, "shortfall": shortfall}
        if best >= maximum_profit:
            rounds.append((direction, fee, maximum_profit - running, maximum_profit))
            return {"rounds": rounds, "end": "maximumProfit", "running": maximum_profit, "shortfall": 0.0}
        result = gain(candle[CLOSE])
        running = running + result
        rounds.append((direction, fee, result, running))
        position = direction
    end = "completed" if len(rounds) == terms["rounds"] else None
    return {"rounds": rounds, "end": end, "running": running, "shortfall": 0.0}


def in_millionths(amount, ratio):
    return math.trunc(float(amount) * ratio)


def candles_hash(candles):
    return hashlib.sha256(b"".join(struct.pack("<6d", *candle) for candle in candles)).hexdigest()


# Reading a proof

LABEL = text("(?s).{0,1000}", "a text")
COUNT = whole(0)
LOOKBACK_SHAPE = record(rows=whole(1, 1000), through=COUNT, hash=hash_text)
BINDING_SHAPE = record(coin=LABEL, interval=LABEL, market=MARKET_SHAPE, lookback=LOOKBACK_SHAPE)
CLAIMED_SHAPE = record(
    **dict(income=signed_usdt_text, end=LABEL, shortfall=signed_usdt_text, results=list_of(number, 0, 288)),
)
ROUND_SHAPE = record(direction=whole(-1, 1), fee=number, result=number, running=number)
WORKED_SHAPE = record(
    **dict(firstRowInHex=LABEL, rounds=list_of(ROUND_SHAPE, 0, 288), running=number, shortfall=number),
    optional=dict(came=anything),
)
PROOF_SHAPE = record(
    **dict(plan=LABEL, coin=LABEL, terms=anything, startsAt=LABEL, market=BINDING_SHAPE, marketHash=hash_text),
    **dict(amount=signed_usdt_text, candles=anything, lookback=COUNT, candlesHash=hash_text),
    **dict(reveal=or_null(REVEAL_SHAPE), claimed=CLAIMED_SHAPE),
    optional=dict(worked=WORKED_SHAPE),
)


def ratio(most):
    def shape(value, field):
        number(value, field)
        if not 0.000001 <= value <= most:
            raise Unsound(f"{field}: {value} is none that a plan can have")

    return shape


def fee_rate(value, field):
    number(value, field)
    if not 0 <= value < 1:
        raise Unsound(f"{field}: {value} is none that a plan can have")


TERMS_SHAPE = record(
    **dict(engine=whole(1, 1), strategy=words(*STRATEGIES), interval=words(*INTERVAL_MS)),
    **dict(rounds=whole(1, 288), leverage=whole(1, 125), maximumProfit=ratio(1_000_000), maximumLoss=ratio(1)),
    **dict(feeRate=fee_rate),
)


def millionths(written):
    before, _, after = written.lstrip("-").partition(".")
    amount = int(before) * 1_000_000 + int(after.ljust(6, "0"))
    return -amount if written.startswith("-") else amount


def sound_candles(rows, step, name="candles"):
    list_of(row)(rows, name)
    candles = []
    for place, one in enumerate(rows):
        field = f"{name}[{place}]"
        candle = [float(value) for value in one]
        if candle[OPEN_TIME] % step != 0:
            raise Unsound(f"{field}: opens at {one[OPEN_TIME]}, no multiple of {step}")
        if candles and candle[OPEN_TIME] <= candles[-1][OPEN_TIME]:
            raise Unsound(f"{field}: not later than the one before it")
        if not is_possible(candle):
            raise Unsound(f"{field}: no market makes such a candle")
        candles.append(candle)
    return candles


def milliseconds(written, field):
    text(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", "a time in UTC to the millisecond")(written, field)
    try:
        at = datetime.strptime(written[:19], "%Y-%m-%dT%H:%M:%S").replace(tzinfo=timezone.utc)
    except ValueError:
        raise Unsound(f"{field}: {written!r} is not a time") from None
    return int(at.timestamp()) * 1000 + int(written[20:23])


def binding_hash(market):
    canonical = json.dumps(market, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode("utf-8")).hexdigest()


def compare_binding(proof, terms, candles, compare, is_gone):
    """What the plan was bound to when it was placed, against its coin, its terms, its start and its candles."""
    market = proof["market"]
    source, known = market["market"], market["lookback"]
    step = INTERVAL_MS[terms["interval"]]
    lookback = LOOKBACK[terms["strategy"]]
    starts = milliseconds(proof["startsAt"], "startsAt")
    before = lookback if is_gone else sum(candle[OPEN_TIME] < starts for candle in candles)
    compare("startsAt", (before, starts % step), (lookback, 0))
    compare("marketHash", proof["marketHash"], binding_hash(market))
    compare("market.coin", market["coin"], proof["coin"])
    compare("market.interval", market["interval"], terms["interval"])
    if source["source"] == "replay":
        compare("market.market.day", source["day"], (starts - source["startsAt"]) // 86_400_000)
    compare("market.lookback.rows", known["rows"] * step, (lookback + 1) * step - (starts - known["through"]))
    if is_gone:
        return
    through = [place for place, candle in enumerate(candles) if candle[OPEN_TIME] == known["through"]]
    if not through or known["through"] >= starts:
        compare("market.lookback.through", known["through"], "a candle before the first round")
    else:
        rows = candles[max(0, through[0] + 1 - known["rows"]) : through[0] + 1]
        compare("market.lookback.hash", known["hash"], candles_hash(rows))


def unchecked_in(proof):
    """What nobody can check by this proof, a line each, and what can be checked later."""
    state = proof["reveal"]["state"] if proof["reveal"] is not None else None
    if proof["claimed"]["end"] == "void" and not proof["candles"]:
        return ["there are no candles, so that no result could be computed"], []
    if state == "elsewhere":
        return ["its days are not revealed, because the server says that it plays another replay"], []
    if state == "hidden":
        return [], [f"its days are revealed from {proof['reveal']['until']} (ms since 1970 UTC) on; load it again then"]
    return [], []


def status_differences(proof, identity):
    """Days may be left unrevealed where another replay is played, but not while the market says that it is the plan's."""
    bound, reveal = proof["market"]["market"], proof["reveal"]
    if reveal is None or reveal["state"] != "elsewhere" or bound["source"] != "replay" or identity is None:
        return []
    if any(identity.get(name) != bound[name] for name in ("recording", "commitment", "startsAt")):
        return []
    return ["reveal.state: claimed elsewhere, but the market plays the replay that the plan was bound to"]


def differences_in(proof, identity=None):
    """What the proof claims and this program does not find, a line each. `identity`: of the market, from its status."""
    PROOF_SHAPE(proof)
    terms = proof["terms"]
    TERMS_SHAPE(terms, "terms")
    amount = millionths(proof["amount"])
    if not 0 < amount < 2**53:
        raise Unsound(f"amount: {proof['amount']} is no amount of a plan")
    candles = sound_candles(proof["candles"], INTERVAL_MS[terms["interval"]])
    claimed = proof["claimed"]
    claimed_results = claimed["results"]
    lookback = LOOKBACK[terms["strategy"]]
    is_void = claimed["end"] == "void"
    is_gone = is_void and not candles
    if len(candles) < lookback and not is_gone:
        raise Unsound(f"candles: {len(candles)}, {terms['strategy']} looks back at {lookback}")

    found = {"rounds": [], "end": None, "running": 0.0, "shortfall": 0.0} if is_gone else settle(terms, candles)
    step = INTERVAL_MS[terms["interval"]]
    starts = milliseconds(proof["startsAt"], "startsAt")
    deadline = starts + terms["rounds"] * step + VOID_AFTER_MS
    first, last = (int(candles[row][OPEN_TIME]) if candles else starts for row in (0, -1))
    differences = []

    def compare(field, claim, computed):
        if claim != computed:
            differences.append(f"{field}: claimed {claim}, computed {computed}")

    compare("lookback", proof["lookback"], lookback)
    compare_binding(proof, terms, candles, compare, is_gone)
    if last >= deadline:
        differences.append(f"candles: one opens at the deadline {deadline} or later")
    compare("candlesHash", proof["candlesHash"], candles_hash(candles))
    differences.extend(reveal_differences(proof, (first, deadline - step if is_void else last)))
    if is_gone:
        state = None if proof["reveal"] is None else proof["reveal"]["state"]
        compare("reveal.state", state, None if state is None else "elsewhere")
    else:
        compare("candles", len(candles), lookback + len(found["rounds"]))
    compare("claimed.results", f"{len(claimed_results)} rounds", f"{len(found['rounds'])} rounds")
    for place, (claim, (_, _, result, _)) in enumerate(zip(claimed_results, found["rounds"])):
        compare(f"claimed.results[{place}]", claim, result)
    compare("claimed.end", claimed["end"], "void" if is_void and found["end"] is None else found["end"])
    ratios = (0.0, 0.0) if is_void else (found["running"], found["shortfall"])
    for name, ratio in zip(("income", "shortfall"), ratios):
        compare(f"claimed.{name}", millionths(claimed[name]), in_millionths(amount, ratio))
    differences += status_differences(proof, identity)
    return differences + worked_differences(proof, terms, candles, found, deadline)


def worked_differences(proof, terms, candles, found, deadline):
    """A worked example says what lies between as well, and some of them which candles came, looked at or not."""
    if "worked" not in proof:
        return []
    if not candles:
        return ["worked: of a plan without candles"]
    worked = proof["worked"]
    names = ("direction", "fee", "result", "running")
    rounds = [dict(zip(names, values)) for values in found["rounds"]]
    computed = {
        "firstRowInHex": struct.pack("<6d", *candles[0]).hex(),
        "rounds": rounds,
        "running": found["running"],
        "shortfall": found["shortfall"],
    }
    if "came" in worked:
        came = sound_candles(worked["came"], INTERVAL_MS[terms["interval"]], "worked.came")
        in_time = candles[: LOOKBACK[terms["strategy"]]] + [row for row in came if row[OPEN_TIME] < deadline]
        again = settle(terms, in_time)
        if candles != in_time[: LOOKBACK[terms["strategy"]] + len(again["rounds"])]:
            return ["worked.came: other candles than these came before the deadline"]
        if proof["claimed"]["end"] != (again["end"] or "void"):
            return [f"worked.came: claimed {proof['claimed']['end']}, computed {again['end'] or 'void'}"]
    return [
        f"worked.{name}: claimed {worked[name]}, computed {value}"
        for name, value in computed.items()
        if worked[name] != value
    ]


# Files


def read_proofs(path):
    read = answer_in(read_json(path))
    return read if isinstance(read, list) else [read]


def identity_in(path):
    """What identifies the market, in an answer of GET /api/market/status; None where it does not know."""
    identity = answer_in(read_json(path))["identity"]
    if identity is not None and not isinstance(identity, dict):
        raise ValueError("identity: no object")
    return identity


def main(paths):
    if not paths or paths[0] == "--status" or "--status" in paths and paths.index("--status") != len(paths) - 2:
        print(__doc__.strip())
        return 2
    identity = None
    if "--status" in paths:
        *paths, _, status_path = paths
        try:
            identity = identity_in(status_path)
        except (KeyError, OSError, TypeError, ValueError) as error:
            say([f"cannot be read: {error}"], f"{status_path}: ")
            return 2
    differing, unchecked = False, False
    for path in paths:
        try:
            proofs = read_proofs(path)
        except (OSError, ValueError) as error:
            say([f"cannot be read: {error}"], f"{path}: ")
            return 2
        matching, partly = 0, 0
        for proof in proofs:
            lacking, later = [], []
            try:
                differences = differences_in(proof, identity)
                lacking, later = unchecked_in(proof)
            except Unsound as error:
                differences = [str(error)]
            name = proof.get("plan", "?") if isinstance(proof, dict) else "?"
            say([*differences, *(f"not checked: {one}" for one in lacking + later)], f"{path}: plan {printable(str(name)[:100])}: ")
            matching += not differences and not lacking
            partly += not differences and bool(lacking)
        print(f"{path}: {matching} of {len(proofs)} match to the last bit")
        if partly:
            print(f"{path}: {partly} of {len(proofs)} could not be checked whole, and nothing in them differs")
        differing = differing or matching + partly < len(proofs) or not proofs
        unchecked = unchecked or partly > 0
    return 1 if differing else 3 if unchecked else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
