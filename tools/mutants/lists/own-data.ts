import { bug, mutantsOf } from '../mutant.ts';

const ownData = ['server/features/own-data/own-data.test.ts'];

const deletions = ['server/test/deleted-member.test.ts', 'server/test/deletion-races.test.ts'];

/** What members take along of their data, and its deletion. */
export const ownDataAndDeletion = mutantsOf('support', [
  {
    file: 'web/features/own-data/fetch-own-data.ts',
    tests: ['web/features/own-data/fetch-own-data.test.ts'],
    bugs: [
      bug('a file of any length is taken', 'if (bytes > bytesMax) controller', 'if (false) controller'),
      bug('a refusal is saved as the file', 'if (!ok || body === null)', 'if (body === null)'),
    ],
  },
  {
    file: 'server/features/own-data/export-ticket.ts',
    tests: ownData,
    bugs: [
      bug('a ticket is any member’s', 'update(`${memberId} ${expiresAt} ${act}`)', 'update(`${expiresAt} ${act}`)'),
      bug('a ticket never expires', 'expiresAt <= now || ', ''),
    ],
  },
  {
    file: 'server/features/own-data/own-data-feature.ts',
    tests: ownData,
    bugs: [
      bug(
        'a ticket is good again and again',
        'if (!(await recordActOnce(tables, memberId, used))) return null;',
        'await recordActOnce(tables, memberId, used);',
      ),
      bug(
        'a member takes every place of the queue',
        "          if (building.has(memberId)) throw new Refusal('requestInProgress');\n",
        '',
      ),
    ],
  },
  {
    file: 'server/features/own-data/own-data-tables.ts',
    tests: ownData,
    bugs: [
      bug(
        'the password hash is exported',
        "without: ['password_hash', 'registration_proof', 'invited_by']",
        "without: ['registration_proof', 'invited_by']",
      ),
      bug('a table is forgotten', "  support_conversation: { erased: 'rows' },\n", ''),
    ],
  },
  {
    file: 'server/migrations/0030-member-deletion.sql',
    tests: deletions,
    bugs: [
      bug('the comment of a withdrawal stays', ", comment = ''\n  where", '\n  where'),
      bug('what was paid to a destination is forgotten', 'set erased_amount = case', 'set erased_amount = 0 * case'),
    ],
  },
  {
    file: 'server/migrations/0054-ledger-read-by-its-functions.sql',
    tests: deletions,
    bugs: [bug('an account with money is deleted', "errcode = 'AO001'", "errcode = 'AO002'")],
  },
  {
    file: 'server/migrations/0045-deleted-accounts.sql',
    tests: [...deletions, 'server/test/deleted-while-calling.test.ts'],
    bugs: [
      bug('the history of sign-ins stays', '  delete from sign_in where member_id = of_member;\n', ''),
      bug(
        'a call under way writes after the deletion',
        'if exists (select from member_deletion where member_id = new.member_id) then',
        'if false then',
      ),
      bug(
        'a late change of the profile is a fault',
        "the account of member % is deleted', old.id using errcode = 'AO002'",
        "the account of member % is deleted', old.id using errcode = 'restrict_violation'",
      ),
    ],
  },
  {
    file: 'server/migrations/0111-answers-of-what-was-seen.sql',
    tests: ['server/test/deleted-while-calling.test.ts'],
    bugs: [
      bug(
        'a message and the deletion wait for each other',
        '  perform from support_chat where member_id = of_member for update;\n  if not found',
        '  if true',
      ),
    ],
  },
  {
    file: 'server/migrations/0052-deposits-of-deleted-members.sql',
    tests: deletions,
    bugs: [
      bug('a call under way is not waited for', 'perform from member where id = new.member_id for update;', ''),
      bug(
        'what a call under way wrote outlives the deletion',
        '  perform erase_personal_rows(new.member_id);\n  perform erase_destinations(new.member_id);',
        '  perform erase_destinations(new.member_id);',
      ),
      bug(
        'an account is deleted with a deposit that came in time',
        'if exists (select from open_business(new.member_id)) then',
        'if false then',
      ),
      bug(
        'a deposit that never came is credited to a deleted account',
        "  update deposit set state = 'rejected' where member_id = new.member_id and",
        "  update deposit set state = 'rejected' where false and member_id = new.member_id and",
      ),
    ],
  },
  {
    file: 'server/migrations/0040-nothing-for-deleted-members.sql',
    tests: [...deletions, 'server/features/draws/draw-deletion.test.ts'],
    bugs: [
      bug('a chain’s transfer to a deleted account is lost', ' when (new.transfer is null)', ''),
      bug('a deleted account announces a deposit', 'when (new.transfer is null) execute', 'when (false) execute'),
      ...[
        ['a deleted account draws', 'draw'],
        ['a deleted account sets its own seed', 'draw_client_seed'],
        ['a deleted account checks in', 'check_in'],
        ['a deleted account collects a reward', 'task_collected'],
        ['a deleted account’s acts are recorded', 'member_act'],
        ['a deleted account donates', 'donation'],
      ].map(([name = '', table]) =>
        bug(name, `before insert on ${table} for each row`, `before insert on ${table} for each row when (false)`),
      ),
    ],
  },
  {
    file: 'server/features/own-data/own-data-file.ts',
    tests: ownData,
    bugs: [bug('a formula stays a formula', "isFormula ? `'${text}` : text", 'isFormula ? text : text')],
  },
]);
