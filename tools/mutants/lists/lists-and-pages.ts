import { bug, mutantsOf } from '../mutant.ts';

/** What lists show, in which order, and where their next page begins. */
export const listsAndPages = mutantsOf('http', [
  {
    file: 'server/features/content/edited-content.ts',
    tests: ['server/features/content/publish-at-once.test.ts'],
    bugs: [
      bug(
        'a withdrawn text that was never edited is shown to operators as published',
        'return { ...content[0], versions };',
        'return { isWithdrawn: content[0].isWithdrawn && rows.length > 0, versions };',
      ),
    ],
  },
  {
    file: 'server/features/content/library.ts',
    tests: ['server/features/content/library.test.ts'],
    bugs: [
      bug(
        'texts name the prizes of the start of the node',
        '  const prizesAt = (now: number) => prizeTableOfDay(offers.prizeTables(), utcDay(now));',
        '  const tablesOfPrizes = offers.prizeTables();\n  const prizesAt = (now: number) => prizeTableOfDay(tablesOfPrizes, utcDay(now));',
      ),
    ],
  },
  {
    file: 'server/features/content/save-draft.ts',
    tests: ['server/features/content/publish-at-once.test.ts'],
    bugs: [
      bug(
        'the first draft of a published text starts from its oldest version',
        '(await readPublished(transaction, key)).versions[0]?.texts',
        '(await readPublished(transaction, key)).versions.at(-1)?.texts',
      ),
    ],
  },
  {
    file: 'server/features/draws/draw-store.ts',
    tests: ['server/features/draws/draw-deletion.test.ts'],
    bugs: [
      bug(
        'the list of newest draws has those of deleted accounts',
        'text: `${drawn} where member.username is not null order by draw.drawn_at desc',
        'text: `${drawn} order by draw.drawn_at desc',
      ),
    ],
  },
  {
    file: 'server/features/draws/own-day.ts',
    tests: ['server/features/draws/draw-days.test.ts'],
    bugs: [
      bug(
        'a day without a commitment shows that of an earlier day',
        'from fairness_day where day = $1',
        'from fairness_day where day <= $1 order by day desc limit 1',
      ),
    ],
  },
  {
    file: 'server/features/identity/recovery/reviewed-recoveries.ts',
    tests: ['server/test/recovery-approvals.test.ts'],
    bugs: [
      bug('of waiting recoveries the newest come first', 'order by r.asked_at limit', 'order by r.asked_at desc limit'),
    ],
  },
  {
    file: 'server/features/identity/routes.ts',
    tests: ['server/features/identity/identity-http.test.ts'],
    bugs: [
      bug(
        'every page of sign-ins is the first',
        'listSignIns: ({ before }, { member }) => listSignIns(tables, member.memberId, before ?? null),',
        'listSignIns: (_, { member }) => listSignIns(tables, member.memberId, null),',
      ),
    ],
  },
  {
    file: 'server/features/plans/plan-record.ts',
    tests: ['server/features/plans/plan-record.test.ts'],
    bugs: [
      bug(
        'a plan that ended without a gain is a success',
        "status: income > 0n ? 'success' : 'failure'",
        "status: income >= 0n ? 'success' : 'failure'",
      ),
    ],
  },
  {
    file: 'server/features/products/ask-for-change.ts',
    tests: ['server/test/product-changes.test.ts'],
    bugs: [
      bug(
        'a proposed change lapses a day after it would take effect',
        'expiresAt: askedAt + productLapsesMs,',
        'expiresAt: Math.max(askedAt, effectiveFrom) + productLapsesMs,',
      ),
    ],
  },
  {
    file: 'server/features/rounds/order-store.ts',
    tests: ['server/features/rounds/rounds.test.ts'],
    bugs: [
      bug(
        'paying a round passes over older orders of later members',
        '(member_id, id) > (${after.memberId}::bigint, ${after.id}::text)',
        'member_id >= ${after.memberId}::bigint and id > ${after.id}::text',
      ),
    ],
  },
  {
    file: 'server/features/content/list-tips.ts',
    tests: ['server/features/content/content-http.test.ts'],
    bugs: [
      bug(
        'tips come in the order of their last change',
        "return library.pages('tip', locale).map(articleOf);",
        "return library\n    .pages('tip', locale)\n    .toSorted((one, other) => other.updatedAt - one.updatedAt)\n    .map(articleOf);",
      ),
    ],
  },
  {
    file: 'server/features/notifications/push/push-sender.ts',
    tests: ['server/features/notifications/push/push-sender.test.ts'],
    bugs: [
      bug(
        'the search for missed push messages ends with a page on which a device is up to date',
        'if (!last || devices.length < devicesPerRead) return;',
        'if (!last || behind.length < devicesPerRead) return;',
      ),
    ],
  },
]);
