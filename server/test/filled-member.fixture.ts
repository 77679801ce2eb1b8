import type { TestDatabase } from '#server/platform/database/test-database.ts';
import { insertOperators } from '#server/platform/operators/operators.fixture.ts';
import { allowMadeUpDeposits } from './made-up-points.fixture.ts';
import { insertMember } from './member-row.fixture.ts';

/** In every text of the filled member, and in no other. */
export const mark = 'zqmark';

/** Where the filled member was paid to. */
export const payoutAddress = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

/** One row of each table about a member (`$1`), with a text that names the member wherever there is room for one. `$2`: an inviter. */
const rows: readonly string[] = [
  `update member set username = 'Zqmark0001', nickname = 'zqmark nick', real_name = 'Zqmark Real',
    password_hash = '$argon2id$zqmark', invitation_code = 'ZQMARK01', registration_proof = sha256('zqmark'), locale = 'thai'
    where id = $1`,
  `insert into session values (sha256('zqmark'), $1, now(), now(), now() + interval '1 day', null, null, 'zqmark browser', 'zqmark net')`,
  `insert into sign_in values ($1, 'S1', 'signedIn', 'zqmark browser', 'zqmark net', now())`,
  `insert into security_act (member_id, id, act, detail, at) select $1, 'A' || place, act, 'zqmark key', now()
    from unnest(array['passkeyAdded', 'loginPasswordChanged', 'authenticatorSet', 'withdrawalPasswordSet',
      'withdrawalPasswordResetRequested', 'cardBound', 'lossLimitSet', 'selfExcluded', 'realNameChanged', 'pushDeviceAdded']) with ordinality as a (act, place)`,
  `insert into authenticator values ($1, convert_to('zqmark sealed secret of the authenticator', 'UTF8'), now(), now())`,
  `insert into backup_code values ($1, sha256('zqmark code'))`,
  `insert into passkey values ('zqmark passkey', $1, 'P1', 'zqmark phone', 'zqmark key', 0, false, now())`,
  `insert into passkey_challenge values (sha256('zqmark'), 'zqmark-challenge-of-a-passkey', 'member ' || $1::bigint, 'zqmark net', now(), now())`,
  `insert into password_request values ('R1', $1, 'zqmark hash', now())`,
  `insert into account_recovery (member_id, id, asked_at, request_id, password_hash) values ($1, 'R0', now(), 'R0', '$argon2id$zqmark')`,
  `update account_recovery set ended_at = now(), outcome = 'refused' where member_id = $1`,
  `insert into account_recovery (member_id, id, asked_at, request_id, password_hash) values ($1, 'R1', now(), 'R1', '$argon2id$zqmark')`,
  `insert into withdrawal_password values ($1, '$argon2id$zqmark', now())`,
  `insert into withdrawal_password_reset values ($1, '$argon2id$zqmark2', now(), now() + interval '24 hours')`,
  `insert into bank_card values ($1, 'C1', convert_to('zqmark sealed number of a bank card', 'UTF8'), '4242', 'Zqmark Bank', now(), now())`,
  `insert into member_guard values ($1)`,
  `insert into loss_limit (member_id, period, amount, time_zone, changed_at) values ($1, 'day', 5, 'UTC', now())`,
  `insert into self_exclusion values ($1, now(), now() + interval '7 days', null, now())`,
  `insert into push_device (endpoint_hash, member_id, session_hash, endpoint, p256dh, auth, position)
    values (sha256('zqmark push'), $1, sha256('zqmark'), 'https://push.example/zqmark', 'zqmark', 'zqmark', '0')`,
  `insert into notice_read_through values ($1, 'zqmark')`,
  `insert into notice_read values ($1, 'zqmark')`,
  `insert into notification_read_through values ($1, 'zqmark')`,
  `insert into notification_read values ($1, 'zqmark')`,
  `insert into notification_setting values ($1, '{plans}', true)`,
  `insert into consent values ($1, 'terms', 1, 'thai', now())`,
  `insert into image (member_id, id, hash, webp, width, height, holder, small)
    values ($1, 'I1', sha256('zqmark'), 'zqmark picture', 1, 1, 'deposit', 'zqmark small')`,
  `insert into image_upload (member_id, sent_hash, image_id) values ($1, sha256('zqmark'), 'I1')`,
  `insert into support_chat (member_id, newest, conversation) values ($1, 2, 1)`,
  `insert into support_conversation values ($1, 1, now(), now(), 5)`,
  `insert into support_message (member_id, position, conversation, author, message_id, text, image_id, sent_at)
    values ($1, 1, 1, 'member', 'zqmark', 'zqmark says', 'I1', now())`,
  `insert into support_message (member_id, position, conversation, author, operator, message_id, text, sent_at)
    values ($1, 2, 1, 'operator', 'olive', 'M2', 'dear zqmark', now())`,
  `insert into support_reply values ($1, 2, now(), now())`,
  `insert into member_note values ($1, 'N1', 'olive', 'support', 'zqmark called', now())`,
  `insert into operator_act (operator, role, act, subject, member_id, reason, detail)
    values ('olive', 'owner', 'memberViewed', 'member 1', $1, '', '{}')`,
  `insert into deposit values ($1, 'D1', 'sandbox', 100, 'sandbox-1', now() - interval '2 days', 'confirmed', 6, now(), 'key', 'hash', 100, 't', 't',
    null, 'I1')`,
  `insert into chain_watch values (31337, 'genesis', 'token', 6, 0, 1, 'block') on conflict do nothing`,
  `insert into deposit_address values ($1, 31337, '0xdeposit', 'account', 1)`,
  `insert into chain_transfer values ($1, 31337, '0xtransfer', 0, '0xdeposit', 100, 1, '0xblock', 'credited')`,
  `insert into withdrawal (member_id, id, method, amount, fee, destination, destination_hash, comment, requested_at, review_ends_at, only_one,
      state, sent_at, ended_at)
    values ($1, 'W1', 'address', 6000000000, 1, '${payoutAddress}', sha256('zqmark'), 'zqmark comment', now(), now(), false, 'done', now(), now())`,
  `insert into withdrawal (member_id, id, method, card_id, amount, fee, destination, destination_hash, comment, requested_at,
      review_ends_at, only_one, state, sent_at, ended_at)
    values ($1, 'W0', 'bank', 'C1', 1, 1, '**** zqmark', sha256('zqmark old'), 'zqmark bank', now() - interval '9 days', now(), false, 'done', now(), now())`,
  `insert into plan values ($1, 'P1', 1, 1, 100, 50, now(), 5, now())`,
  `insert into holding values ($1, 'H1', 'seven', 7, 100, 50, 100, 1, now(), now(), 'matured', 1, now())`,
  `insert into round_follow values ($1, 'F1', 'big', 1, 1, 2, false, null, now(), 1, 2, 2, 0, 'completed', now())`,
  `insert into round_order values ($1, 'O1', 1, 'big', 1, 1, sha256('salt'), null, now(), -1, now())`,
  `insert into draw_client_seed values ($1, 1, repeat('a', 32), now())`,
  `insert into draw values ($1, 'E1', floor(extract(epoch from now()) / 86400)::int, 1, 1, 'checkedIn', 'one', member_day(now(), 'UTC'), 'UTC',
    start_of_day(member_day(now(), 'UTC') + 1, 'UTC'), repeat('a', 32), now())`,
  `insert into donation values ($1, 'G1', 10, 'masked', now())`,
  `insert into weight_entry values ($1, 'plan', 'P1', 1, 1, now())`,
  `insert into check_in values ($1, member_day(now(), 'UTC'), 'UTC',
    (array[1, 5, 10, 20, 30, 40, 50])[extract(isodow from member_day(now(), 'UTC'))::int], now(), start_of_day(member_day(now(), 'UTC') + 1, 'UTC'))`,
  `insert into member_act values ($1, 'helpRead', 'levels', now())`,
  `insert into task_collected values ($1, 'helpRead', member_day(now(), 'UTC'), 'UTC', 1, 'levels', now(), now(),
    start_of_day(member_day(now(), 'UTC') + 1, 'UTC'))`,
  `insert into milestone values ($1, 'firstResult', now(), now())`,
  `insert into team_place values ($1, 'T1', $2, null, null, now())`,
  `insert into team_reward values ($1, 'firstResult', 1, $2, 1, 1, now())`,
  `insert into team_exit values ($1, now())`,
];

/** Guards of what only the running product writes. */
const guards = [
  ['draw', 'draw_in_turn'],
  ['round_order', 'round_order_in_time'],
  ['member', 'invitation_stays'],
  ['donation', 'needs_transfer'],
  ['check_in', 'needs_transfer'],
  ['task_collected', 'needs_transfer'],
  ['team_reward', 'needs_transfer'],
  ['weight_entry', 'needs_act'],
  ['milestone', 'needs_act'],
] as const;

/** A member with a row in every table that has rows about members, but nothing open. Returns its id. */
export async function filledMember(database: TestDatabase): Promise<bigint> {
  await allowMadeUpDeposits(database);
  const inviter = await insertMember(database);
  const member = await insertMember(database, 'Asia/Bangkok', inviter);
  const invited = await insertMember(database, 'UTC', member);
  const client = await database.owner.connect();
  try {
    await client.query('begin');
    await insertOperators(client, { olive: 'owner' });
    for (const [table, guard] of guards) await client.query(`alter table ${table} disable trigger ${guard}`);
    for (const text of rows)
      await client.query(text, [member, inviter].slice(0, text.includes('$2') ? 2 : text.includes('$1') ? 1 : 0));
    await client.query(`insert into milestone values ($1, 'firstResult', now(), now())`, [invited]);
    await client.query(`insert into team_reward values ($1, 'firstResult', 1, $2, 1, 1, now())`, [invited, member]);
    // A table with deferred checks to come cannot be altered.
    await client.query('set constraints all immediate');
    for (const [table, guard] of guards) await client.query(`alter table ${table} enable always trigger ${guard}`);
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
  return member;
}
