import { expect, test } from 'vitest';
import { type Category, categories, type Digits, sumOf } from '#core/rounds/categories.ts';
import { roundAt, timesOf } from '#core/rounds/schedule.ts';
import { faultsIn } from '#server/test/ledger-faults.fixture.ts';
import { randomFrom } from '#server/test/random.fixture.ts';
import { cancelFollow } from './cancel-follow.ts';
import { micro } from './round-node.fixture.ts';
import { findRound } from './round-store.ts';
import { openWorld, type RoundsWorld } from './rounds-world.fixture.ts';

/** The model: plain objects, one order at a time, the rules written out anew. */
interface ModelFollow {
  readonly id: string;
  readonly rounds: number;
  readonly stopOnWin: boolean;
  readonly lossLimit: bigint | null;
  placed: number;
  done: number;
  income: bigint;
  isOver: boolean;
}

interface ModelOrder {
  readonly member: bigint;
  readonly round: number;
  readonly category: Category;
  readonly stake: bigint;
  readonly follow: ModelFollow | null;
}

class Model {
  readonly available = new Map<bigint, bigint>();
  readonly stakes = new Map<bigint, bigint>();
  charity = 0n;
  /** What the house gained and lost. */
  house = 0n;
  running: ModelOrder[] = [];
  waiting: ModelOrder[] = [];

  move(member: bigint, amount: bigint): void {
    this.available.set(member, (this.available.get(member) ?? 0n) - amount);
    this.stakes.set(member, (this.stakes.get(member) ?? 0n) + amount);
  }

  place(order: ModelOrder): void {
    this.move(order.member, order.stake * BigInt(order.follow?.rounds ?? 1));
    this.running.push(order);
  }

  end(round: number, digits: Digits | null): void {
    const ended = this.running.filter((order) => order.round === round);
    this.running = this.running.filter((order) => order.round !== round);
    for (const order of ended) this.settle(order, digits);
  }

  settle(order: ModelOrder, digits: Digits | null): void {
    const { member, stake, category, follow } = order;
    let income = 0n;
    if (digits && isWin(category, digits)) {
      const winning = (stake * 1_000n) / chances[category];
      const charity = winning / 10_000n;
      income = winning - charity - stake;
      this.charity += charity;
      this.house -= winning - stake;
    } else if (digits) {
      income = -stake;
      this.house += stake;
    }
    this.move(member, -stake);
    this.available.set(member, (this.available.get(member) ?? 0n) + income);
    if (!follow) return;
    follow.done++;
    follow.income += income;
    if (follow.isOver) return;
    const mayLoseMore = follow.lossLimit === null || follow.income - stake >= -follow.lossLimit;
    if (follow.done === follow.rounds || (follow.stopOnWin && income > 0n) || !mayLoseMore) this.stop(order);
    else this.waiting.push(order);
  }

  stop({ member, stake, follow }: ModelOrder): void {
    if (!follow || follow.isOver) return;
    follow.isOver = true;
    this.move(member, -stake * BigInt(follow.rounds - follow.placed));
  }

  goOn(round: number): void {
    for (const order of this.waiting.splice(0)) {
      if (!order.follow || order.follow.isOver) continue;
      order.follow.placed++;
      this.running.push({ ...order, round });
    }
  }
}

const chances: Readonly<Record<Category, bigint>> = {
  ...{ big: 500n, small: 500n, odd: 500n, even: 500n, extremeBig: 56n, extremeSmall: 56n, triple: 10n },
  ...{ green: 258n, blue: 258n, red: 332n },
};

const waves: Readonly<Record<string, readonly number[]>> = {
  green: [1, 4, 7, 10, 16, 19, 22, 25],
  blue: [2, 5, 8, 11, 17, 20, 23, 26],
  red: [3, 6, 9, 12, 15, 18, 21, 24],
};

function isWin(category: Category, digits: Digits): boolean {
  const sum = sumOf(digits);
  const wave = waves[category];
  if (wave) return wave.includes(sum);
  if (category === 'triple') return new Set(digits).size === 1;
  if (category === 'odd' || category === 'even') return (sum % 2 === 1) === (category === 'odd');
  const bounds = { big: [14, 27], small: [0, 13], extremeBig: [22, 27], extremeSmall: [0, 5] }[category as 'big'];
  return sum >= (bounds?.[0] ?? 99) && sum <= (bounds?.[1] ?? -1);
}

async function compare(world: RoundsWorld, model: Model, house: bigint): Promise<void> {
  for (const [member, available] of model.available) {
    expect(await world.balances(member)).toEqual([available, model.stakes.get(member) ?? 0n]);
  }
  expect((await world.house('rounds')) + (await world.house('roundsReserved'))).toBe(house + model.house);
  expect(await world.house('charity')).toBe(model.charity);
  expect(await faultsIn(world.pool)).toEqual([]);
}

test.each([1, 2, 3])(
  'a random history of orders, follows, cancellations, voids and changes of node ends as the plain model does (seed %i)',
  async (seed) => {
    const random = randomFrom(seed);
    const world = await openWorld();
    const house = await world.house('rounds');
    const model = new Model();
    const members = await Promise.all(Array.from({ length: 6 }, () => world.member(100_000)));
    for (const member of members) model.available.set(member, micro(100_000));
    const nodes = [world, await world.openNode()] as const;
    const run = () => (random.chance(0.5) ? nodes[0] : nodes[1]).run();
    const follows: ModelOrder[] = [];

    for (let step = 0; step < 25; step++) {
      const round = roundAt(world.clock.now());
      const isBetting = world.clock.now() < timesOf(round).closesAt;
      for (let count = 0; isBetting && count < 6; count++) {
        const member = random.of(members) ?? 1n;
        const category = random.of(categories) ?? 'big';
        const stake = micro(1 + Math.floor(random.next() * 5_000_000) / 1_000_000);
        const rounds = random.chance(0.4) ? 2 + Math.floor(random.next() * 5) : undefined;
        const stopOnWin = rounds !== undefined && random.chance(0.5);
        const losslimit =
          rounds !== undefined && random.chance(0.5)
            ? micro(Number(stake) / 1e6 + Math.floor(random.next() * 10))
            : undefined;
        const placed = await world.place(member, {
          ...{ round, category, amount: stake },
          ...(rounds === undefined ? {} : { follow: rounds }),
          ...(stopOnWin ? { stoponwin: true as const } : {}),
          ...(losslimit === undefined ? {} : { losslimit }),
        });
        const follow =
          rounds === undefined
            ? null
            : {
                id: placed.follow ?? '',
                rounds,
                stopOnWin,
                lossLimit: losslimit ?? null,
                placed: 1,
                done: 0,
                income: 0n,
                isOver: false,
              };
        const order: ModelOrder = { member, round, category, stake, follow };
        if (follow) follows.push(order);
        model.place(order);
      }
      const cancelling = random.of(
        follows.filter(({ follow }) => follow && !follow.isOver && follow.placed < follow.rounds),
      );
      if (cancelling && random.chance(0.5)) {
        await cancelFollow(world, cancelling.member, cancelling.follow?.id ?? '');
        model.stop(cancelling);
      }

      await world.moveTo(timesOf(round).closesAt);
      await run();
      const isVoid = random.chance(0.2);
      world.beacon.isThere = !isVoid;
      await world.moveTo(timesOf(round).resultAt);
      await run();
      // The next round is open: a follow whose round has ended orders in it at once.
      if (!isVoid) {
        model.end(round, (await findRound(world.tables, round))?.end?.result?.digits ?? null);
        model.goOn(round + 1);
      } else {
        await world.moveTo(timesOf(round).voidAt);
        await run();
        await run();
        model.end(round, null);
        world.beacon.isThere = true;
        await world.moveTo(timesOf(round + 1).resultAt);
        await run();
        model.end(round + 1, (await findRound(world.tables, round + 1))?.end?.result?.digits ?? null);
        model.goOn(round + 2);
      }
      await compare(world, model, house);
    }
    await world.close();
  },
);
