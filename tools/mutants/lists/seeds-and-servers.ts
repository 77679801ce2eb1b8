import { bug, mutantsOf } from '../mutant.ts';

/** Seeds, the database server of the installation, the sandbox, pages of objects and the days of the draw. */
export const seedsAndServers = mutantsOf('platform', [
  {
    file: 'server/features/invitations/get-inviter.ts',
    tests: ['server/features/invitations/get-inviter.test.ts'],
    bugs: [
      bug(
        'The allowance for unknown invitation codes refills thirty times a second instead of once in thirty seconds',
        'perSecond: 1 / 30 }',
        'perSecond: 30 }',
      ),
    ],
  },
  {
    file: 'server/features/rounds/rounds-feature.ts',
    tests: ['server/test/answers-of-rounds.test.ts'],
    bugs: [
      bug(
        'The next page of a member’s orders of rounds is the first page again',
        '    async listed(memberId, before) {\n      return (await ordersOf(tables, memberId, { before, round: null })).map(orderObject);',
        '    async listed(memberId) {\n      return (await ordersOf(tables, memberId, { before: null, round: null })).map(orderObject);',
      ),
    ],
  },
  {
    file: 'server/features/rounds/seed-chains.ts',
    tests: ['server/features/rounds/seed-chains.test.ts'],
    bugs: [
      bug(
        'A stored seed that does not belong to the published commitment is used for drawing without an error',
        '  if (tipOf(keys) !== chain.commitment)\n    throw new Error(`The stored seed of chain ${chain.number} is not the one that was published.`);\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/rounds/round-seeds.ts',
    tests: ['server/features/rounds/seed-chains.test.ts'],
    bugs: [
      bug(
        'a chain that a failover has lost is drawn with until the next start',
        'lost === -1 ? opened.length : lost',
        'opened.length',
      ),
      bug('the seeds of a day are of a chain that is lost', 'known?.key === key', 'known'),
    ],
  },
  {
    file: 'web/platform/stream/hidden-pages.ts',
    tests: ['web/platform/stream/hidden-pages.test.ts'],
    bugs: [
      bug('no hidden page keeps its stream', 'isKeeper = true;', ''),
      bug('every hidden page keeps its stream', 'isKeeper || stream.sleep()', 'isKeeper'),
    ],
  },
  {
    file: 'web/platform/stream/stream.ts',
    tests: ['web/platform/stream/stream.test.ts'],
    bugs: [bug('what another member missed is not asked for', "lastEventId ??= '';\n      restart();", 'restart();')],
  },
  {
    file: 'server/gateways/rail-sandbox.ts',
    tests: ['server/gateways/rail-sandbox.test.ts'],
    bugs: [
      bug(
        'A sandbox deposit is seen a second after its request, and gains each confirmation a second early',
        'Math.floor((now - requestedAt) / confirmationEveryMs)',
        'Math.round((now - requestedAt) / confirmationEveryMs)',
      ),
    ],
  },
  {
    file: 'server/platform/database/server-launch.ts',
    tests: ['server/platform/database/server-launch.test.ts'],
    bugs: [
      bug(
        'A database server that ends by any signal, a crash of its own too, counts as killed from outside, so that its failure is not reported',
        "isKilled: signal === 'SIGKILL'",
        'isKilled: signal !== null',
      ),
    ],
  },
  {
    file: 'server/platform/database/server-lease.ts',
    tests: ['server/platform/database/server-lease.test.ts'],
    bugs: [
      bug(
        'Releasing the lease on the database server is reported as losing the server',
        '      released = true;\n      await client.end().catch(() => undefined);',
        '      await client.end().catch(() => undefined);\n      released = true;',
      ),
    ],
  },
  {
    file: 'web/features/draws/queries.ts',
    tests: ['web/features/draws/draw-presses.test.tsx'],
    bugs: [
      bug(
        'The prize table stays that of yesterday when a new day begins',
        'useRead(listPrizes, {}, { refetchInterval: toNextDay })',
        'useRead(listPrizes, {})',
      ),
    ],
  },
]);
