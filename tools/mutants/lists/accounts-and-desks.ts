import { bug, mutantsOf } from '../mutant.ts';

/** Accounts: notifications of them, their sessions, their history and their recoveries. */
export const accountMoments = mutantsOf('accounts', [
  {
    file: 'server/features/identity/register.ts',
    tests: ['server/features/identity/register.test.ts'],
    bugs: [bug('nobody is told of a new member', '    onRegistered(owner.memberId);\n', '    void onRegistered;\n')],
  },
  {
    file: 'server/features/identity/revoke-session.ts',
    tests: ['server/features/identity/devices-and-passwords.test.ts'],
    bugs: [
      bug(
        'a device that revokes its own session is asked for the password first',
        "  if (id === sessions.idOf(readSession(call) ?? '')) throw new Refusal('sessionUnknown');\n",
        '',
      ),
    ],
  },
  {
    file: 'server/features/identity/sessions/sign-in-log.ts',
    tests: ['server/features/identity/devices-and-passwords.test.ts'],
    bugs: [
      bug(
        'the process ends before a failed try is in the history',
        '      await Promise.all(writing);\n',
        '      void writing;\n',
      ),
    ],
  },
  {
    file: 'server/features/identity/captcha/require-captcha.ts',
    tests: ['server/features/identity/devices-and-passwords.test.ts'],
    bugs: [
      bug(
        'a wrong captcha of a signed-in member is not counted',
        '  await countUse(tables, networkOf(call.address), wallNow());\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/identity/sessions/session-store.ts',
    tests: ['server/features/identity/sessions/sessions.test.ts'],
    bugs: [
      bug(
        'a session that has just ended is extended',
        'where token_hash = ${tokenHash} and ended_at is null and replaced_by is null\n',
        'where token_hash = ${tokenHash} and replaced_by is null\n',
      ),
    ],
  },
  {
    file: 'server/features/identity/recovery/recovery-rows.ts',
    tests: ['server/test/recovery-rows.test.ts'],
    bugs: [
      bug(
        'the decisions of another member’s recovery stand in the list',
        "d.reference = r.member_id || '.' || r.id), '[]')",
        "d.reference like '%.' || r.id), '[]')",
      ),
    ],
  },
  {
    file: 'server/features/identity/list-ended-recoveries.ts',
    tests: ['server/test/deleted-member.test.ts'],
    bugs: [
      bug(
        'every recovery is listed as of the second factors after the deletion',
        'lost = username === null ? null : request',
        'lost = request',
      ),
    ],
  },
]);

/** Operators who enrol and decide. */
export const deskMoments = mutantsOf('operators', [
  {
    file: 'server/features/operators/operator-links.ts',
    tests: ['server/features/operators/operator-links.test.ts'],
    bugs: [
      bug(
        'an owner with an app alone is overlooked where a first owner is made',
        'or exists (select from operator_authenticator where operator = o.name)',
        'or false',
      ),
    ],
  },
  {
    file: 'server/features/operators/operator-links.ts',
    tests: ['server/test/operator-passkeys.test.ts'],
    bugs: [
      bug(
        'a link enrols while the earlier passkey goes on',
        '  await sql`delete from operator_passkey where operator = ${operator}`.execute(transaction);\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/products/reviewed-products.ts',
    tests: ['server/test/product-changes.test.ts'],
    bugs: [
      bug(
        'a change of a product that was refused is decided on again',
        "if (change.state !== 'waiting') throw",
        "if (change.state === 'made') throw",
      ),
    ],
  },
]);

/** The uptime that is measured while the database is away. */
export const measuredOutages = mutantsOf('home', [
  {
    file: 'server/features/home/probe.ts',
    tests: ['server/features/home/probe.test.ts'],
    bugs: [
      bug(
        'the cells of a turn that could not be written are lost',
        '        await within(checkMsMax, writeCells(pool, node, changed));\n        writtenThrough = cellOpeningAt(at);',
        '        writtenThrough = cellOpeningAt(at);\n        await within(checkMsMax, writeCells(pool, node, changed));',
      ),
    ],
  },
]);
