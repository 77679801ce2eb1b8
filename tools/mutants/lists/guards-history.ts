import { bug, mutantsOf } from '../mutant.ts';

/** Guards of rows that open an account or let money out of it, each with its entry of the member's history. */
export const historyGuards = mutantsOf('database', [
  {
    file: 'server/migrations/0151-openings-by-history.sql',
    tests: ['server/test/openings-by-history.test.ts', 'server/test/deleted-member.test.ts'],
    bugs: [
      bug('an entry of any act counts', ' and act = any (of_acts) and xmin', ' and xmin'),
      bug(
        'an entry of an earlier transaction counts',
        'act = any (of_acts) and xmin = pg_current_xact_id()::xid and id',
        'act = any (of_acts) and id',
      ),
      bug('an entry of another member counts', 'where member_id = of_member and act = any', 'where act = any'),
      bug(
        'an entry counts from the twentieth of all on',
        'from security_act where member_id = of_member order by id desc offset',
        'from security_act where member_id = of_member order by id offset',
      ),
      bug(
        'an entry counts however old it says it is',
        'from security_act where member_id = of_member order by id desc offset 19 limit 1',
        'from security_act where member_id = of_member order by id limit 1',
      ),
      bug(
        'nothing needs an entry of the history',
        'if not (is_in_history(of_member, tg_argv) or is_erasing(of_member)) then',
        'if false then',
      ),
      bug(
        'an account with factors cannot be deleted',
        'is_in_history(of_member, tg_argv) or is_erasing(of_member)',
        'is_in_history(of_member, tg_argv)',
      ),
      bug(
        'the login password needs an entry only when it is taken away',
        'when (old.password_hash is distinct from new.password_hash)',
        'when (new.password_hash is null)',
      ),
      bug(
        'a removed passkey is in the history as an added one',
        "require_history('passkeyRemoved', 'accountRecovered')",
        "require_history('passkeyAdded', 'accountRecovered')",
      ),
      bug(
        'a recovery cannot remove passkeys',
        "require_history('passkeyRemoved', 'accountRecovered')",
        "require_history('passkeyRemoved')",
      ),
      bug(
        'a recovery cannot remove the app',
        "require_history('authenticatorRemoved', 'accountRecovered')",
        "require_history('authenticatorRemoved')",
      ),
      bug(
        'a reset login password has no entry that counts',
        "require_history('loginPasswordChanged', 'loginPasswordReset')",
        "require_history('loginPasswordChanged')",
      ),
      bug(
        'renewed backup codes have no entry that counts',
        "require_history('authenticatorSet', 'backupCodesRenewed')",
        "require_history('authenticatorSet')",
      ),
      bug(
        'a reset of the withdrawal password cannot take effect',
        "require_history('withdrawalPasswordChanged', 'withdrawalPasswordReset')",
        "require_history('withdrawalPasswordChanged')",
      ),
      bug(
        'a replacing card has no entry that counts',
        "require_history('cardBound', 'cardReplacementRequested')",
        "require_history('cardBound')",
      ),
      bug(
        'an operator cannot lift a freeze',
        "require_history('accountUnfrozen', 'operatorActed')",
        "require_history('accountUnfrozen')",
      ),
      bug(
        'an app that is inserted as confirmed needs no entry',
        'for each row when (new.confirmed_at is not null)',
        'for each row when (false)',
      ),
      bug(
        'an app is confirmed without an entry',
        'when (old.confirmed_at is distinct from new.confirmed_at)',
        'when (new.confirmed_at is null)',
      ),
      bug(
        'an app is no longer asked for, without an entry',
        'when (old.confirmed_at is distinct from new.confirmed_at)',
        'when (new.confirmed_at is not null)',
      ),
      bug(
        'a confirmed app is removed without an entry',
        'when (old.confirmed_at is not null)',
        'when (old.confirmed_at is null)',
      ),
      bug(
        'the withdrawal password changes without an entry',
        'when (old.password_hash <> new.password_hash)',
        'when (false)',
      ),
      bug(
        'a waiting reset gets another password without an entry',
        'after insert or update on withdrawal_password_reset',
        'after insert on withdrawal_password_reset',
      ),
      bug(
        'the own part of a freeze is lifted without an entry',
        'when (old.by_member and not new.by_member)',
        'when (not old.by_member and not new.by_member)',
      ),
      bug('a failed sign-in opens a session', " and result not in ('wrongPassword', 'wrongFactor', 'wrongReset')", ''),
      bug(
        'an earlier sign-in opens a session',
        'select from succeeded where written_by = pg_current_xact_id()::xid and id',
        'select from succeeded where id',
      ),
      bug('another member’s sign-in opens a session', 'where member_id = of_member and result', 'where result'),
      bug(
        'a sign-in counts however old it says it is',
        '(select id from succeeded order by id desc offset 19 limit 1)',
        '(select id from succeeded order by id limit 1)',
      ),
      bug(
        'of the sign-ins of one moment only some open a session',
        "(select id from succeeded order by id desc offset 19 limit 1), ''), 9)",
        "(select id from succeeded order by id desc offset 19 limit 1), ''), 16)",
      ),
      bug(
        'failed tries put a sign-in out of the newest',
        'coalesce((select id from succeeded order by id desc',
        'coalesce((select id from sign_in where member_id = of_member order by id desc',
      ),
      bug(
        'of the entries of one moment only some count',
        "(select id from security_act where member_id = of_member order by id desc offset 19 limit 1), ''), 9)",
        "(select id from security_act where member_id = of_member order by id desc offset 19 limit 1), ''), 16)",
      ),
      bug(
        'a session takes the place of another member’s',
        'from session where member_id = new.member_id and ended_at',
        'from session where ended_at',
      ),
      bug(
        'a session takes the place of one that has ended',
        ' and ended_at is null and replaced_by = new.token_hash',
        ' and replaced_by = new.token_hash',
      ),
      bug(
        'a session takes the place of one that is replaced by another',
        'and replaced_by = new.token_hash and created_at',
        'and replaced_by is not null and created_at',
      ),
      bug('a session that takes another’s place lives anew', ' and created_at = new.created_at', ''),
    ],
  },
]);
