import { bug, mutantsOf } from '../mutant.ts';

const feature = (...names: string[]): string[] => names.map((name) => `server/features/operators/${name}.test.ts`);

/** Operators: sign-in, sessions, roles, decisions and the log. */
export const operators = mutantsOf('operators', [
  {
    file: 'core/operators/act-chain.ts',
    tests: ['core/operators/act-chain.test.ts'],
    bugs: [
      bug('the reason of an act is not in its hash', 'member, reason, detail, at]', "member, '', detail, at]"),
      bug('the hash before is not in that of an act', 'act 1\\n${before}\\n', 'act 1\\n'),
      bug('a missing act is passed over', 'act.position !== next', 'act.position < next'),
    ],
  },
  {
    file: 'server/platform/operators/act-log.ts',
    tests: feature('operator-log'),
    bugs: [
      bug('two nodes chain at once', "    await lockInTransaction(transaction, 'operatorLog');\n", ''),
      bug('a late act is never chained', "interval '1 day'", "interval '-1 day'"),
      bug(
        'an act after a clock was set back is never chained',
        "where id > ${ofNewestChained('id')} and",
        'where false and',
      ),
    ],
  },
  {
    file: 'server/platform/operators/operator-acts.ts',
    tests: [...feature('operators'), 'server/test/operators-and-members.test.ts'],
    bugs: [
      bug('a role that was taken away acts on', ' and role = ${by.role} and ended_at is null for share', ''),
      bug(
        'views at the same moment are recorded twice',
        "  await lockInTransaction(within, 'viewsOfMember', memberId);\n",
        '',
      ),
      bug(
        'open pages of the member hear nothing of an act',
        "  await publishToMemberWithin(within, memberId, { name: 'security', value: { act: 'operatorActed' } });\n",
        '',
      ),
    ],
  },
  {
    file: 'server/migrations/0135-looks-by-what-was-looked-at.sql',
    tests: feature('operator-log'),
    bugs: [
      bug(
        'searches of an operator wait for each other',
        "hashtext(concat_ws(' ', by_operator, of_act, of_subject))",
        'hashtext(by_operator)',
      ),
      bug('a search that is made twice at once is recorded twice', 'in 1..2 loop', 'in 1..1 loop'),
      bug('a role that was taken away looks on', '  if not found then\n    return false;\n  end if;\n', ''),
    ],
  },
  {
    file: 'server/features/operators/operator-sessions.ts',
    tests: feature('operators'),
    bugs: [
      bug('an idle session stays', ' || lastSeenAt + idleMinutes * minuteMs <= now', ''),
      bug('a session has no end', 'row.expiresAt <= now || ', ''),
      bug('an ended operator stays signed in', ' or o.ended_at is not null', ''),
    ],
  },
  {
    file: 'server/features/operators/end-operator.ts',
    tests: feature('list-operators'),
    bugs: [
      bug(
        'who was ended is listed with open sessions',
        '    await endSessionsOf(transaction, operator, wallNow());\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/operators/list-operator-acts.ts',
    tests: feature('operator-log'),
    bugs: [
      bug(
        'the log cannot be read while its newest act is not chained',
        "encode(c.hash, 'hex') as hash",
        "coalesce(encode(c.hash, 'hex'), '') as hash",
      ),
      bug(
        'the next page of the log begins with the last act of the one before',
        'a.id < ${before}',
        'a.id <= ${before}',
      ),
      bug('the log shows the oldest acts first', 'order by a.id desc', 'order by a.id'),
      bug(
        'acts of every kind are listed where one is asked for',
        '      ${act === undefined ? sql`` : sql`and a.act = ${act}`}\n',
        '',
      ),
      bug(
        'the log shows the id of a member inside the server',
        'subject.replace(memberSubject, `$1 ${number}`)',
        'subject',
      ),
    ],
  },
  {
    file: 'server/features/operators/enrol-operator-authenticator.ts',
    tests: feature('operator-enrolment'),
    bugs: [
      bug('an operator has a password that everybody knows', '  await requireUnknownPassword(password);\n', ''),
      bug(
        'an operator’s password is not repeated',
        "  if (password !== repassword) throw new Refusal('passwordsDiffer');\n",
        '',
      ),
    ],
  },
  {
    file: 'server/features/operators/list-operators.ts',
    tests: feature('list-operators'),
    bugs: [
      bug('sessions past their hours are listed as open', 'expires_at > ${new Date(now)} and ', ''),
      bug('idle sessions are listed as open', ' and last_seen_at > ${new Date(now - idleMinutes * 60_000)}', ''),
    ],
  },
  {
    file: 'server/features/operators/operator-links.ts',
    tests: feature('operators', 'operator-links'),
    bugs: [
      bug('a link is used twice', ' and l.used_at is null', ''),
      bug('an old link is good', ' and l.expires_at > ${new Date(now)}', ''),
      bug('sessions outlive a new link', '  await endSessionsOf(transaction, operator, now);\n', ''),
      bug(
        'a link stays good after the next one',
        'where operator = ${operator} and used_at is null`',
        "where operator = '' and used_at is null`",
      ),
    ],
  },
  {
    file: 'server/features/operators/operator-links.ts',
    tests: feature('operator-links'),
    bugs: [
      bug('nobody keeps who made a link', '${new Date(expiresAt)}, ${madeBy})', '${new Date(expiresAt)}, null)'),
      bug('the link of an operator who has ended is still good', '\n      and o.ended_at is null ${', '\n      ${'),
    ],
  },
  {
    file: 'server/features/operators/decide-approval.ts',
    tests: ['server/test/approvals-by-operators.test.ts'],
    bugs: [
      bug(
        'a role decides on a kind that is not for it',
        "  if (!roles.includes(role)) throw new Refusal('notPermitted');\n",
        '',
      ),
      bug(
        'what lapsed is said to be decided',
        "  if (status === 'expired') throw new Refusal('approvalExpired');\n",
        '',
      ),
    ],
  },
  {
    file: 'server/features/operators/sign-in-operator.ts',
    tests: ['server/features/operators/operators.test.ts'],
    bugs: [
      bug(
        'guesses of others lock an operator’s own device',
        'knownDevice(deviceCookie, call, username, wallNow())',
        'null as ReturnType<typeof knownDevice>',
      ),
      bug(
        'failed sign-ins of operators leave the captcha’s work as it is',
        '    await captcha.countFailure(call);\n',
        '',
      ),
      bug(
        'a guess at an operator needs no captcha',
        'requireAdmission(dependencies, subjects, given.code, (typed) =>',
        "requireAdmission(dependencies, subjects, given.code ?? 'SOLVED', (typed) =>",
      ),
    ],
  },
  {
    file: 'server/features/operators/sign-in-operator-with-passkey.ts',
    tests: ['server/test/operator-passkeys.test.ts'],
    bugs: [
      bug(
        'a sign-in by a passkey locks it before its operator',
        '        await requireActing(transaction, { operator, role });\n',
        '',
      ),
      bug(
        'an operator’s copied passkey signs in',
        '(counter < ${counter} or (counter = 0 and ${counter}::bigint = 0))',
        '(counter <= ${counter} or ${counter}::bigint < counter)',
      ),
      bug(
        'a challenge that a member was given is taken',
        "takeChallenge(dependencies, call, 'operatorSignIn')",
        "takeChallenge(dependencies, call, 'signIn')",
      ),
    ],
  },
  {
    file: 'server/features/operators/start-operator-enrolment.ts',
    tests: ['server/test/operator-passkeys.test.ts'],
    bugs: [
      bug(
        'a link fails on a site without passkeys',
        '  if (site === null) return { operator, role, expiresAt, creation: null };\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/operators/operator-factor.ts',
    tests: feature('operators'),
    bugs: [bug('a code counts for two sign-ins at once', ' for update`', '`')],
  },
  {
    file: 'server/platform/database/grants.ts',
    tests: ['server/platform/database/results.test.ts'],
    bugs: [
      bug('the server may change the outcome of a plan', "plan_outcome: 'insert'", "plan_outcome: 'insert, update'"),
      bug('the server may change a revealed seed', "round_end: 'insert'", "round_end: 'insert, update (seed)'"),
    ],
  },
  {
    file: 'server/features/operators/change-operator.ts',
    tests: feature('operators'),
    bugs: [
      bug('two owners end each other', ' order by name for update', ' order by name'),
      bug('owners who act on each other wait in a circle', 'name in (${name}, ${by.operator})', 'name = ${name}'),
      bug('the last owner who can sign in leaves', 'canSignIn || !leaving?.canSignIn', 'canSignIn || true'),
    ],
  },
  {
    file: 'server/platform/http/api-routes.ts',
    tests: ['server/platform/http/access.test.ts'],
    bugs: [
      bug(
        'a member’s cookie counts for operators',
        '[operatorSessions, operatorCookieName]',
        '[operatorSessions, sessionCookieName]',
      ),
    ],
  },
  {
    file: 'server/platform/approvals/approvals.ts',
    tests: ['server/platform/approvals/approvals.test.ts'],
    bugs: [
      bug('the hash of a subject leaves its last part out', 'content.map(String)', 'content.slice(0, -1).map(String)'),
    ],
  },
  {
    file: 'web/operator/queries/hints.ts',
    tests: ['web/operator/queries/hints.test.ts'],
    bugs: [
      bug('hints of a busy chat are a read each', 'cancel ??= after(', 'cancel = after('),
      bug(
        'a change during a read is not shown',
        '    await Promise.allSettled(underWay.map(({ promise }) => promise));\n',
        '',
      ),
      bug('every chat’s hint reads the open one', ' || (input as { member?: unknown }).member === member', ' || true'),
    ],
  },
  {
    file: 'contract/roles.ts',
    tests: ['server/platform/http/role-matrix.test.ts'],
    bugs: [
      bug(
        'an auditor decides on approvals',
        "decideApprovals: ['owner', 'finance', 'support'],",
        "decideApprovals: ['owner', 'finance', 'support', 'auditor'],",
      ),
    ],
  },
]);
