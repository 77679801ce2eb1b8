import { bug, mutantsOf } from '../mutant.ts';

const heldHistory = ['web/features/security/held-history.test.ts'];

/** What stands is held against the security history on the phone, and a session's token says whose it is. */
export const heldByHistory = mutantsOf('accounts', [
  {
    file: 'web/features/security/held-values.ts',
    tests: heldHistory,
    bugs: [
      bug('what waits in a limit never begins', 'limitAt(read.limit, now)', 'read.limit'),
      bug('a limit is held against nothing', 'newest(acts, limitActs, (detail) => limitNow(period, detail))', 'null'),
      bug('an exclusion can be taken away unseen', 'newest(acts, exclusionActs, exclusionNow)', 'null'),
      bug('any device may get push messages', 'before === undefined && added !== now ? null : added', 'now'),
      bug(
        'an exclusion of before entries said it counts as none',
        'if (read === null) return null;',
        "if (read === null) return '';",
      ),
      bug('a real name is not held against what this phone kept', '?? kept.realName ?? null', '?? null'),
    ],
  },
  {
    file: 'core/limits/protection-texts.ts',
    tests: ['core/limits/protection-texts.test.ts'],
    bugs: [bug('the text of a limit loses its last decimals', 'replace(/0{1,4}$/', 'replace(/.{4}$/')],
  },
  {
    file: 'web/features/security/kept-history.ts',
    tests: heldHistory,
    bugs: [
      bug(
        'an entry that is gone is not missed',
        "return act.id > oldest ? [{ kind: 'missing', act }] : [];",
        'return [];',
      ),
      bug('an entry may say something else than it did', ' && now.detail === act.detail', ''),
      bug('the list is read from its first page alone', 'if (page.some(({ id }) => known.has(id))) break;', 'break;'),
    ],
  },
  {
    file: 'web/features/security/history-query.ts',
    tests: heldHistory,
    bugs: [
      bug('a change between the reads is a fault', 'held.faults.length > 0 && attempt < attempts', 'false'),
      bug('what was forgotten during a look is kept again', 'listed.acts, held.standing', 'acts, held.standing'),
    ],
  },
  {
    file: 'web/features/security/history-query.ts',
    tests: ['web/features/security/security-presses.test.tsx'],
    bugs: [
      bug(
        'a clock set ahead once puts off every later look',
        'Math.abs(Date.now() - kept.checkedAt)',
        'Date.now() - kept.checkedAt',
      ),
    ],
  },
  {
    file: 'web/features/security/history-keeper.tsx',
    tests: ['web/features/security/security-presses.test.tsx'],
    bugs: [
      bug('an account answers for a deleted one of its name', '!isOfEarlier(username, account.registeredAt)', 'true'),
    ],
  },
  {
    file: 'server/features/identity/sessions/sessions.ts',
    tests: ['server/features/identity/sessions/sessions.test.ts'],
    bugs: [
      bug(
        'a session’s row opens the account of whatever member stands in it',
        "tokens.isOf(token, known.member.memberId) ? known.member : 'expired'",
        'known.member',
      ),
    ],
  },
  {
    file: 'server/migrations/0155-protections-by-history.sql',
    tests: ['server/test/openings-by-history.test.ts'],
    bugs: [
      bug('a real name changes without an entry', 'when (old.real_name <> new.real_name)', 'when (false)'),
      bug(
        'messages go to other keys without an entry',
        'old.endpoint, old.p256dh, old.auth)',
        'old.endpoint, new.p256dh, old.auth)',
      ),
    ],
  },
  {
    file: 'server/features/notifications/push/device-store.ts',
    tests: ['server/features/notifications/push/push-devices.test.ts'],
    bugs: [
      bug(
        'a device’s id is not of where its messages go',
        `sha256(convert_to(endpoint, 'UTF8')) as "sentTo"`,
        'endpoint_hash as "sentTo"',
      ),
      bug('each call of one device is an entry', ' or not exists (table known) as "isAdded"', ' or true as "isAdded"'),
    ],
  },
]);
