import { bug, mutantsOf } from '../mutant.ts';

/** What a phone keeps of rounds, draws and the charity, and later holds the server to. */
export const phoneKept = mutantsOf('phone', [
  {
    file: 'web/features/rounds/kept-rounds.ts',
    tests: ['web/features/rounds/kept-rounds.test.ts'],
    bugs: [
      bug(
        'what a phone keeps of rounds is replaced by what comes later',
        'entries.filter((one) => !kept.some((other) => other[list.key] === one[list.key]))',
        'entries',
      ),
      bug('a chain of an earlier page never counts', '  await completeChains(timed);\n', ''),
      bug(
        'a page of an earlier version forgets what it cannot read of rounds',
        'return [...rowsIn(stored), ...rows]',
        'return [...(z.encode(z.array(list.entry), kept as never) as readonly unknown[]), ...rows]',
      ),
      bug(
        'a page of an earlier version forgets the follows that it cannot read',
        'if (follow === null) return [row];',
        'if (follow === null) return [];',
      ),
      bug('a page of an earlier version cuts a follow down to what it knows', '...(row as object), until', 'id, until'),
      bug(
        'a phone keeps the oldest of rounds and nothing new',
        '.slice(-keptMax[list.name])',
        '.slice(0, keptMax[list.name])',
      ),
      bug(
        'one digest is kept for all rounds',
        'other[list.key] === one[list.key]',
        "list.name === 'digests' || other[list.key] === one[list.key]",
      ),
      bug(
        'one tip is kept for all days',
        'other[list.key] === one[list.key]',
        "list.name === 'tips' || other[list.key] === one[list.key]",
      ),
      bug(
        'a commitment that was exchanged later is kept in place of the first',
        "entry: chainEntry, key: 'number'",
        "entry: chainEntry, key: 'commitment'",
      ),
      bug(
        'a bet that has its result is kept as it was placed',
        "placed.filter(({ state }) => state === 'pending')",
        'placed',
      ),
      bug('the last round of a follow is not looked at', 'until >= round', 'until > round'),
      bug(
        'a digest is looked for of rounds that have one',
        '.filter((round) => !known.has(round)).reverse()',
        '.filter((round) => known.has(round) || round > 0).reverse()',
      ),
      bug('the oldest bets are caught up with first', '!known.has(round)).reverse()', '!known.has(round))'),
      bug(
        'the bet of another id is proved by the newest that is kept',
        '(await keptIn(orders)).find((one) => one.id === id)',
        '(await keptIn(orders)).find((one) => one.id !== "" || one.id === id)',
      ),
    ],
  },
  {
    file: 'web/features/rounds/keep-rounds.ts',
    tests: ['web/features/rounds/keep-rounds.test.ts'],
    bugs: [
      bug(
        'the digest of a void round is kept as if its round were still open',
        "seed === null && state === 'closed'",
        'seed === null',
      ),
      bug('a follow is looked at for a round too few', 'order.round + rounds - 1', 'order.round + rounds - 2'),
      bug('a follow is looked at for a round too many', 'order.round + rounds - 1', 'order.round + rounds'),
      bug('the tip is kept for the day of the next bet', 'await keepTip(day, tip)', 'await keepTip(day + 1, tip)'),
      bug('a later chain of day keys is never kept', 'known === null || chains.size === 0', 'chains.size === 0'),
      bug('chains are asked for with each bet', 'known === null || chains.size === 0', 'true || known || chains'),
      bug(
        'bets of a follow are asked for by who is not signed in',
        'isMember ? await followsFrom(round) : []',
        'await followsFrom(round)',
      ),
      bug(
        'a digest is kept that was first seen with the seed',
        "digest !== null && seed === null && state === 'closed'",
        "digest !== null && state !== 'betting'",
      ),
      bug(
        'a follow that left out a round is not looked after',
        'if (follows.some((id) => !followed.has(id)))',
        'if (follows.length > 1)',
      ),
      bug(
        'a follow that has ended is looked after for ever',
        'end === null ? round + rounds - placed : null',
        'round + rounds - placed',
      ),
      bug(
        'a closing that is caught up with is dated with its round',
        'Math.max(now(), timesOf(round).closesAt)',
        'timesOf(round).closesAt',
      ),
      bug('a closing is dated by the phone’s own clock', 'rounds.length > 0 && Number.isNaN(syncedNow())', 'false'),
      bug('a digest is looked for of rounds long over', 'one >= current - 2', 'one >= current - 288'),
      bug(
        'a digest is dated before its closing',
        'Math.max(now(), timesOf(round).closesAt)',
        'now() || timesOf(round).closesAt',
      ),
    ],
  },
  {
    file: 'web/features/draws/kept-draws.ts',
    tests: ['web/features/draws/kept-draws.test.ts'],
    bugs: [
      bug(
        'the commitment of a day of draws is replaced by a later one',
        'if (daysIn(rows).some((one) => one.day === day)) return rows;\n      return [...rows,',
        'return [...rows.filter((row) => dayIn(row)?.day !== day),',
      ),
      bug(
        'a page of an earlier version forgets the days of draws that it cannot read',
        'return [...rows, {',
        'return [...daysIn(rows), {',
      ),
      bug('the newest day of draws goes first', '.slice(-daysKeptMax)', '.slice(0, daysKeptMax)'),
      bug('one day of draws too few is kept', '.slice(-daysKeptMax)', '.slice(1 - daysKeptMax)'),
      bug(
        'an entry is kept anew as it is drawn later',
        'if (one?.day !== day || one.entries.some((kept) => kept.entry === entry)) return row;\n        const whole = row as KeptDay;\n        return { ...whole, entries: [...whole.entries, {',
        'if (one?.day !== day) return row;\n        const whole = row as KeptDay;\n        return { ...whole, entries: [...whole.entries.filter((kept) => kept.entry !== entry), {',
      ),
      bug('an entry is kept under every day', 'if (one?.day !== day || one.entries', 'if (one === null || one.entries'),
      bug(
        'draws of all members of a phone are kept as one’s',
        '): Promise<void> {\n  await update(\n    username,\n    (stored: unknown) =>\n      rowsIn(stored).map(',
        "): Promise<void> {\n  await update(\n    username && 'ann',\n    (stored: unknown) =>\n      rowsIn(stored).map(",
      ),
      bug(
        'a day of draws is proved by what was kept of another one',
        'daysIn(rowsIn(stored)).find((one) => one.day === day)',
        'daysIn(rowsIn(stored)).find((one) => one.day >= day)',
      ),
    ],
  },
  {
    file: 'web/features/donations/kept-received.ts',
    tests: ['web/features/donations/kept-received.test.ts'],
    bugs: [
      bug(
        'an older root replaces what the charity is known to have received',
        'known.success && known.data.number > number ? kept',
        'known.success && known.data.number < 0 ? kept',
      ),
      bug('what the charity received is never replaced', 'known.data.number > number', 'known.data.number !== number'),
      bug(
        'points that the charity received are kept as its USDT',
        "USDT: text('USDT'), PTS: text('PTS')",
        "USDT: text('USDT'), PTS: text('USDT')",
      ),
      bug('a root without points is kept as one with none', 'PTS === null ? null : BigInt(PTS)', 'BigInt(PTS ?? 0)'),
      bug('what a phone kept may be less than nothing', '/^\\d{1,20}$/', '/^-?\\d{1,20}$/'),
    ],
  },
  {
    file: 'web/platform/session/device-database.ts',
    tests: ['web/features/support/kept-messages.test.ts'],
    bugs: [
      bug(
        'a browser that opens no database keeps no message',
        'async (mode, work) => await opened(mode, work)',
        '(mode, work) => opened(mode, work)',
      ),
    ],
  },
  {
    file: 'web/platform/session/device-database.ts',
    tests: ['web/features/draws/kept-draws.test.ts', 'web/features/donations/kept-received.test.ts'],
    bugs: [
      bug(
        'a browser without a database fails what looks there first',
        'return async (mode, work) => await opened(mode, work);',
        'return opened;',
      ),
    ],
  },
  {
    file: 'web/features/proofs/kept-balance.ts',
    tests: ['web/features/proofs/kept-balance.test.ts'],
    bugs: [
      bug(
        'members of one phone share a kept balance',
        'await get(username, store())',
        "await get(username && 'ann', store())",
      ),
      bug('a kept balance loses its last units', 'BigInt(balance)]', 'BigInt(Number(balance))]'),
      bug('a copy that cannot be read fails the proof', 'regex(/^-?\\d+$/)', 'regex(/./)'),
    ],
  },
  {
    file: 'web/features/weight/kept-entries.ts',
    tests: ['web/features/weight/kept-entries.test.ts'],
    bugs: [
      bug(
        'members of one phone share what was seen',
        '(await get<readonly SeenEntry[]>(username, store()))',
        "(await get<readonly SeenEntry[]>(username && 'ann', store()))",
      ),
      bug('a phone that keeps no entries says that it does', '        () => false,\n', '        () => true,\n'),
      bug(
        'what was never kept is nothing that was seen',
        '      } catch {\n        return null;',
        '      } catch {\n        return [];',
      ),
    ],
  },
  {
    file: 'web/features/plans/kept-plans.ts',
    tests: ['web/features/plans/kept-plans.test.ts'],
    bugs: [
      bug(
        'a plan is kept as it was sent last',
        'stored ?? z.encode(keptPlan, { plan: id, ...sent })',
        'void stored ?? z.encode(keptPlan, { plan: id, ...sent })',
      ),
      bug('a plan is asked for again that is kept whole', '  if (isWhole(before)) return;\n', '  void before;\n'),
      bug(
        'what was sent is kept with the receipt alone',
        '  await update(id, (stored: unknown) => stored ?? z',
        '  if (before) await update(id, (stored: unknown) => stored ?? z',
      ),
      bug(
        'the clocks of placing are not kept',
        ', clock: clockIn(status) }',
        ', clock: undefined && clockIn(status) }',
      ),
      bug(
        'every plan is kept as the newest',
        'const stored: unknown = await get(id, store)',
        "const stored: unknown = await get(id && '8QK2', store)",
      ),
    ],
  },
  {
    file: 'web/features/rounds/keep-rounds.ts',
    tests: ['web/features/rounds/keep-rounds.test.ts'],
    bugs: [
      bug(
        'bets of a follow that has ended are asked for at every closing',
        'end === null ? round + rounds - placed : null',
        'end === null ? round + rounds - placed : round + rounds',
      ),
    ],
  },
  {
    file: 'web/features/rounds/own-bets.tsx',
    tests: ['web/features/rounds/proof-presses.test.tsx'],
    bugs: [
      bug(
        'two bets of one salt are both found in the root by the same leaf',
        'order: kept, digest, sameSalt }',
        'order: kept, digest }',
      ),
    ],
  },
]);
