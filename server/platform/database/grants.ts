import type pg from 'pg';

/**
 * What the serving role may do beside `select`, by table: exactly what the statements of the server need, by column where rows are
 * written in steps. A table of the migrations that is missing here fails `tools/lint/grants.test.ts`.
 */
export const grants: Readonly<Record<string, string>> = {
  'ledger.accounts': 'insert',
  // Locked and changed by the trigger on postings, which runs as this role; a trigger refuses every other update.
  'ledger.balances': 'insert, update (balance)',
  // Added to by the trigger on postings; a trigger refuses every other update.
  'ledger.charity_received': 'update (amount)',
  'ledger.transfers': 'insert',
  'ledger.postings': 'insert',
  'market.replay_starts': 'insert',
  'market.exchange_candles': 'insert',
  'market.exchange_prices': 'insert, update',
  'market.sources': 'insert',
  account_freeze: 'insert, update (holds_until, held_by, by_member), delete',
  account_recovery: 'insert, update (approved_at, takes_effect_at, ended_at, outcome)',
  // A decision locks its approval's row, for which PostgreSQL asks for the right to update a column of it.
  approval: 'insert, update (expires_at)',
  approval_decision: 'insert',
  authenticator: 'insert, update, delete',
  backup_code: 'insert, update (used_at), delete',
  balance_tree: 'insert',
  balance_tree_part: 'insert, delete',
  balance_tree_secret: 'insert, delete',
  bank_card: 'insert, update (cancelled_at)',
  captcha: 'insert, update, delete',
  card_key: 'insert, update (fingerprint)',
  charity_cause: 'insert',
  chain_block: 'insert, update (hash), delete',
  chain_transfer: 'insert, update',
  chain_watch: 'insert, update (block_number, block_hash, read_at)',
  check_in: 'insert',
  consent: 'insert',
  content: 'insert, update',
  content_draft: 'insert, update (texts, saved_by, saved_at), delete',
  content_text: 'insert, update',
  content_version: 'insert',
  deposit:
    'insert, update (state, confirmations, confirmed_at, arrived, transfer, transaction_hash, reason, image_id, reviewed_at, reviewed_by)',
  deposit_address: 'insert',
  disbursement: 'insert',
  disbursement_request: 'insert',
  donation: 'insert',
  draw: 'insert',
  draw_client_seed: 'insert',
  draw_reveal: 'insert',
  funding: 'insert',
  funding_request: 'insert',
  health_sample: 'insert, delete',
  holding:
    'insert (member_id, id, product, days, daily_rate_ppm, early_exit_keeps_percent, amount, interest_reserved, subscribed_at, matures_at), update (state, interest, ended_at)',
  fairness_chain: 'insert',
  fairness_day: 'insert',
  image: 'insert, update (holder), delete',
  image_upload: 'insert, update (image_id, is_damaged, drawing_at, is_slow), delete',
  loss_limit: 'insert, update',
  member: 'insert, update (password_hash, locale, time_zone, nickname, real_name)',
  member_deletion: 'insert',
  member_guard: 'insert',
  member_note: 'insert',
  member_act: 'insert',
  migration: '',
  milestone: 'insert, update (rewarded_at)',
  network_use: 'insert, update (uses), delete',
  notice_read: 'insert, delete',
  notice_read_through: 'insert, update (notice_id)',
  notification_read: 'insert, delete',
  notification_read_through: 'insert, update (position)',
  notification_setting: 'insert, update (muted, amounts)',
  operator: 'insert, update (role, locale, password_hash, ended_at)',
  operator_act: 'insert',
  operator_act_chain: 'insert',
  operator_authenticator: 'insert, update (last_step), delete',
  // Nothing has enrolled by a new link.
  operator_link: 'insert (token_hash, operator, made_at, expires_at, made_by), update (sealed, used_at, enrolled_at)',
  operator_passkey: 'insert, update (counter, last_used_at), delete',
  operator_session: 'insert, update (last_seen_at, ended_at)',
  passkey: 'insert, update (counter, synced, last_used_at), delete',
  passkey_challenge: 'insert, update, delete',
  password_request: 'insert, delete',
  // Without a settlement: a plan is settled by an update, which a trigger holds against its outcome.
  plan: 'insert (member_id, id, group_id, level, amount, at_risk, placed_at), update (income, settled_at, weight, weight_rule)',
  plan_candles: 'insert',
  plan_group: 'insert',
  plan_outcome: 'insert',
  platform_count: 'insert, update',
  probe_cell: 'insert, update, delete',
  product_change: 'insert',
  product_clock: 'insert, update',
  product_request: 'insert',
  published_points: '',
  push_device: 'insert, update, delete',
  push_key: 'insert',
  round_closing: 'insert',
  round_end: 'insert',
  round_follow:
    'insert (member_id, id, category, stake, winnings, rounds, stop_on_win, loss_limit, placed_at, last_round), update (placed, done, income, last_round, "end", ended_at)',
  round_order:
    'insert (member_id, id, round_id, category, stake, winnings, salt, follow_id, placed_at), update (income, settled_at)',
  round_payment: 'insert',
  // Written by the command that seals everything again, as the owner.
  sealed_root: '',
  scheduled_work: 'insert, update',
  security_act: 'insert',
  self_exclusion: 'insert, update',
  session: 'insert, update (last_seen_at, expires_at, ended_at, replaced_by), delete',
  sign_in: 'insert',
  sign_in_failure: 'insert, update, delete',
  support_chat:
    'insert, update (newest, read_through, seen_through, answered_through, conversation, is_open, waiting_since, assigned_to, changed_at)',
  support_conversation: 'insert, update (closed_at, stars, waited_since)',
  support_message: 'insert',
  support_reply: 'insert',
  support_snippet: 'insert, update (locale, title, text), delete',
  task_collected: 'insert',
  team_exit: 'insert',
  team_place: 'insert',
  // By the trigger on rewards; a trigger refuses everything else.
  team_points: 'insert, update (points)',
  team_reward: 'insert',
  trial_balance_check: 'insert, delete',
  weight_entry: 'insert',
  // As it was requested: what brings it on is an update, which a trigger holds against its approvals.
  withdrawal:
    'insert (member_id, id, method, amount, fee, destination, destination_hash, card_id, comment, requested_at, review_ends_at, only_one), update (state, reason, sent_at, ended_at)',
  withdrawal_destination: 'insert, update (last_requested_at)',
  withdrawal_password: 'insert, update',
  withdrawal_password_reset: 'insert, update, delete',
};

const schemas = 'public, ledger, market';

/** The statements that give a role these privileges, and take any others away as far as the caller's own role may. */
export function grantStatements(role: string): string {
  return [
    `do $$ begin
       execute format('revoke temporary on database %I from public', current_database());
       revoke create on schema public from public;
     end $$`,
    `revoke all on all tables in schema ${schemas} from ${role}`,
    `revoke all on all sequences in schema ${schemas} from ${role}`,
    `grant usage on schema ${schemas} to ${role}`,
    `grant select on all tables in schema ${schemas} to ${role}`,
    `grant usage on sequence ledger.transfer_ids to ${role}`,
    ...Object.entries(grants).flatMap(([table, list]) => (list === '' ? [] : `grant ${list} on ${table} to ${role}`)),
  ].join(';\n');
}

/**
 * What the role of this connection could do to the guards of the database, one phrase each: none for a role that owns nothing and
 * cannot create anything. A temporary table counts: its triggers run inside others, where a balance may change.
 */
export async function privilegesTooMany(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<Record<'superuser' | 'owner' | 'create' | 'temporary', boolean>>(`
    select current_setting('is_superuser')::boolean as superuser,
      pg_has_role(relowner, 'usage') as owner,
      has_schema_privilege('public', 'create') or has_schema_privilege('ledger', 'create')
        or has_schema_privilege('market', 'create') as create,
      has_database_privilege(current_database(), 'temporary') as temporary
    from pg_class where oid = 'ledger.postings'::regclass`);
  const [found] = rows;
  if (found?.superuser) return ['is a superuser'];
  if (found?.owner) return ['owns the tables'];
  return [
    ...(found?.create ? ['may create tables and functions'] : []),
    ...(found?.temporary ? ['may create temporary tables'] : []),
  ];
}
