import { bug, mutantsOf } from '../mutant.ts';

const disbursing = ['propose-disbursement', 'disbursements', 'disbursement-approvals'].map(
  (name) => `server/features/donations/${name}.test.ts`,
);
const donating = ['server/features/donations/donations.test.ts'];

/** What members give, and what the charity does with it. */
export const giving = mutantsOf('giving', [
  {
    file: 'server/features/donations/disbursement-store.ts',
    tests: disbursing,
    bugs: [
      bug(
        'a disbursement that lapsed is tried for ever and stops the others',
        "now() < r.asked_at + interval '1 day'\n      and decisions.is_approved",
        "now() < r.asked_at + interval '2 days'\n      and decisions.is_approved",
      ),
      bug(
        'a refused disbursement still waits',
        " and not decisions.is_refused and now() < r.asked_at + interval '1 day'\n    order",
        " and now() < r.asked_at + interval '1 day'\n    order",
      ),
      bug('a lapsed disbursement still waits', " and now() < r.asked_at + interval '1 day'\n    order", '\n    order'),
      bug(
        'a crash between approval and transfer is not made up for',
        '      and decisions.is_approved\n',
        '      and not decisions.is_approved\n',
      ),
      bug(
        'the newest disbursement waits first',
        'order by r.asked_at, r.id limit',
        'order by r.asked_at desc, r.id limit',
      ),
      bug(
        'another operator’s key finds the disbursement',
        'where r.asked_by = ${askedBy} and r.request_key',
        'where r.request_key',
      ),
    ],
  },
  {
    file: 'server/features/donations/donate.ts',
    tests: donating,
    bugs: [
      bug(
        'a donation is another member’s',
        'transferKey: (requestKey) => `donation:${memberId}:${requestKey}`',
        'transferKey: (requestKey) => `donation:${requestKey}`',
      ),
      bug('the chosen name is no part of a donation’s input', 'input: { tier, name }', 'input: { tier }'),
      bug('a donor is named who did not ask for it', "name = 'masked'", "name = 'hidden'"),
      bug('too few points are told as none', 'if (outcome.balance === 0n)', 'if (outcome.balance < 10n)'),
      bug(
        'the refusal swaps what there is and what is needed',
        '{ available: Number(outcome.balance), needed: given }',
        '{ available: given, needed: Number(outcome.balance) }',
      ),
      bug(
        'donated points go to the prizes',
        "houseAccount('charityPoints', memberId)",
        "houseAccount('prizePoints', memberId)",
      ),
      bug('a donation’s row has the tier in place of its points', 'points: given, name', 'points: tier, name'),
    ],
  },
  {
    file: 'server/features/donations/get-giving.ts',
    tests: donating.concat(disbursing),
    bugs: [
      bug(
        'columns of the charity are swapped',
        'disbursed: of(disbursed),\n  unspent: of(unspent)',
        'disbursed: of(unspent),\n  unspent: of(disbursed)',
      ),
      bug(
        'money that was disbursed is shown as points',
        'usdt: columnsIn(columns.USDT, usdt)',
        'usdt: columnsIn(columns.PTS, usdt)',
      ),
      bug('a hidden donor is named', "row.name === 'masked' && row.username !== null", 'row.username !== null'),
      bug('donors are named in full', 'maskName(row.username)', 'row.username'),
      bug(
        'the oldest donors are shown',
        'order by donation.donated_at desc, donation.id desc',
        'order by donation.donated_at, donation.id',
      ),
      bug('all donors are shown', 'limit $1`,\n      values: [donorsShown]', 'limit $1`,\n      values: [1_000]'),
    ],
  },
  {
    file: 'server/features/donations/list-causes.ts',
    tests: ['server/test/changed-causes.test.ts'],
    bugs: [bug('a closed cause is still given to', 'causes.filter(({ isOpen }) => isOpen)', 'causes')],
  },
  {
    file: 'server/features/donations/list-disbursements.ts',
    tests: disbursing.concat('server/test/changed-causes.test.ts'),
    bugs: [
      bug(
        'a page of disbursements begins with the last one again',
        '(d.disbursed_at, d.request_id) < (select',
        '(d.disbursed_at, d.request_id) <= (select',
      ),
      bug(
        'the oldest disbursement is listed first',
        'order by d.disbursed_at desc, d.request_id desc',
        'order by d.disbursed_at, d.request_id',
      ),
      bug(
        'a disbursement is listed with the cause’s texts of now',
        'cause_at(r.cause_id, d.disbursed_at)',
        "cause_at(r.cause_id, 'infinity')",
      ),
    ],
  },
  {
    file: 'server/features/donations/disburse.ts',
    tests: disbursing,
    bugs: [
      bug('all that is unspent cannot be disbursed', 'if (content.amount > unspent)', 'if (content.amount >= unspent)'),
      bug(
        'what is unspent is looked up in the other asset',
        'get(accountsOf[content.asset].unspent)',
        "get(accountsOf[content.asset === 'PTS' ? 'USDT' : 'PTS'].unspent)",
      ),
      bug(
        'a closed cause receives a disbursement',
        "if (!(await isOpenCause(within, content.causeId, clock.now()))) return { outcome: 'causeUnknown' } as const;",
        '',
      ),
      bug('a key is reused for another receipt', ' &&\n  one.receipt === other.receipt', ''),
      bug('a key is reused for another cause', 'one.causeId === other.causeId &&\n  ', ''),
      bug('a key is reused for another asset', 'one.asset === other.asset &&\n  ', ''),
      bug('what was disbursed can be decided on', "if (request.disbursedAt !== null) return { outcome: 'over' };", ''),
      bug(
        'the receipt can change after the approval',
        'content: [id, causeId, asset, amount, receipt],',
        'content: [id, causeId, asset, amount],',
      ),
      bug(
        'the amount can change after the approval',
        'content: [id, causeId, asset, amount, receipt],',
        'content: [id, causeId, asset, receipt],',
      ),
      bug(
        'operators see another day at which a disbursement lapses',
        'expiresAt: askedAt + disbursementLapsesMs',
        'expiresAt: askedAt',
      ),
      bug(
        'an operator approves a disbursement unseen',
        'if (hash !== null) requireContent(subject.content, hash);',
        '',
      ),
      bug(
        'a disbursement is paid once per node',
        'key: `disbursement:${id}`',
        'key: `disbursement:${id}:${Math.random()}`',
      ),
      bug(
        'decisions on disbursements do not wait for each other',
        "    await lockInTransaction(within, 'disbursements');\n",
        '',
      ),
      bug(
        'points are disbursed from the prizes',
        "from: houseAccount('charityPoints', 0n), to",
        "from: houseAccount('prizePoints', 0n), to",
      ),
    ],
  },
  {
    file: 'server/features/donations/propose-disbursement.ts',
    tests: disbursing,
    bugs: [
      bug('a disbursement of nothing is asked for', ' || amount <= 0n', ''),
      bug('an amount is read as USDT whatever its asset', 'parseAmount(asset, given)', "parseAmount('USDT', given)"),
      bug(
        'operators hear nothing of a disbursement',
        "    await dependencies.operatorEvents.publish({ subject: 'approvals', id: '' });\n",
        '',
      ),
      bug(
        'a disbursement that is too large is told as over',
        "if (asked.outcome === 'overUnspent') throw new Refusal('disbursementTooLarge');",
        '',
      ),
    ],
  },
  {
    file: 'server/migrations/0152-paid-or-refused.sql',
    tests: ['server/features/donations/refused-while-paid.test.ts'],
    bugs: [
      bug(
        'a refusal comes amid the payment of a disbursement',
        "  perform from approval where kind = 'disbursement' and reference = '0.' || new.request_id for no key update;\n",
        '',
      ),
    ],
  },
  {
    file: 'server/features/donations/disburse.ts',
    tests: ['server/features/donations/refused-while-paid.test.ts'],
    bugs: [
      bug(
        'a disbursement that was refused meanwhile fails its look',
        "return 'over';\n      throw error;",
        'throw error;',
      ),
    ],
  },
  {
    file: 'server/features/donations/reviewed-disbursements.ts',
    tests: disbursing,
    bugs: [
      bug('points are shown to operators as USDT', '} ${asset}`;', '} USDT`;'),
      bug(
        'the reason of an approval is kept as a refusal',
        "decision === 'refused' ? reason : null",
        "decision !== 'refused' ? reason : null",
      ),
    ],
  },
  {
    file: 'core/donations/causes.ts',
    tests: ['core/donations'],
    bugs: [
      bug(
        'a cause has a name of one character',
        'isPlainText(texts[locale].name, 2, 60)',
        'isPlainText(texts[locale].name, 1, 60)',
      ),
      bug(
        'a cause’s text of 300 characters is refused',
        'isPlainText(texts[locale].about, 2, 300)',
        'isPlainText(texts[locale].about, 2, 299)',
      ),
      bug('a cause lacks a language', 'causeLocales.every(', 'causeLocales.some('),
      bug('a cause has any id', 'causeIdPattern.test(id) && areSound', 'areSound'),
    ],
  },
  {
    file: 'core/donations/disbursements.ts',
    tests: ['core/donations'],
    bugs: [
      bug('a text may have spaces around it', ' && text.trim() === text', ''),
      bug('a text may have a line break', '/[\\p{Cc}\\p{Cs}\\u2028\\u2029]/u', '/[\\p{Cs}\\u2028\\u2029]/u'),
      bug('a receipt of two characters is taken', 'isPlainText(text, 3, 500)', 'isPlainText(text, 2, 500)'),
      bug('an id of a cause may begin with a hyphen', '/^[a-z][a-z0-9-]{1,39}$/', '/^[a-z0-9-]{2,40}$/'),
    ],
  },
  {
    file: 'core/donations/tiers.ts',
    tests: ['core/donations'],
    bugs: [bug('the third tier gives twenty points', '3: 200', '3: 20')],
  },
  {
    file: 'server/migrations/0152-paid-or-refused.sql',
    tests: disbursing,
    bugs: [bug('the database pays what was asked for days ago', " and now() < asked_at + interval '1 day'\n", '\n')],
  },
  {
    file: 'server/features/donations/reviewed-disbursements.ts',
    tests: ['server/features/donations/disbursement-approvals.test.ts'],
    bugs: [
      bug(
        'what the charity cannot pay yet is refused',
        "    case 'overUnspent':\n      return { status: 'open' as const, approvals: needed, needed };",
        "    case 'overUnspent':\n      return { status: 'refused' as const, approvals: needed, needed };",
      ),
    ],
  },
]);
