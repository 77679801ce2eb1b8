/** Columns with their values, as SQL; `$m` is the member. */
export type Row = Readonly<Record<string, string | number>>;

export const at = `timestamptz '2026-01-05 12:00Z'`;
export const later = `timestamptz '2026-01-06 00:00Z'`;

/** A row that each table takes. */
export const sound: Readonly<Record<string, Row>> = {
  account_freeze: { member_id: '$m', frozen_at: at },
  balance_tree: {
    ...{
      id: 1,
      at,
      hour: at,
      root_hash: `sha256('r')`,
      total: 0,
      member_count: 0,
      house: `'[]'`,
      previous: `sha256('p')`,
    },
    ...{ digest: `sha256('d')`, signing_key: `sha256('k')`, signature: `sha512('s')` },
  },
  chain_transfer: {
    ...{
      member_id: '$m',
      chain_id: 31337,
      transaction_hash: `'t'`,
      place: 0,
      address: `'a'`,
      amount: 5,
      outcome: `'credited'`,
    },
    lost_at: at,
  },
  image: {
    ...{ member_id: '$m', id: `'I'`, hash: `sha256('i')`, webp: `'w'`, width: 1, height: 1 },
  },
  support_conversation: { member_id: '$m', number: 1, opened_at: at },
  support_message: {
    ...{
      member_id: '$m',
      position: 1,
      conversation: 1,
      author: `'operator'`,
      operator: `'anna'`,
      message_id: `'M'`,
      sent_at: at,
    },
  },
  account_recovery: { member_id: '$m', id: `'R'`, asked_at: at },
  check_in: { member_id: '$m', day: `'2026-01-05'`, zone: `'UTC'`, points: 1, checked_in_at: at, ends_at: later },
  deposit: {
    ...{
      member_id: '$m',
      id: `'D'`,
      channel: `'sandbox'`,
      amount: 5,
      address: `'a'`,
      requested_at: at,
      request_key: `'k'`,
    },
    ...{ input_hash: `'h'`, state: `'requested'` },
  },
  disbursement_request: {
    id: `'Q'`,
    cause_id: `'cause'`,
    asset: `'USDT'`,
    amount: 1,
    receipt: `'a receipt'`,
    asked_by: `'anna'`,
  },
  draw: {
    ...{ member_id: '$m', id: `'E'`, day: 20458, entry: 1, prize_version: 1, kind: `'donated'`, subject: `'G1'` },
    ...{ member_day: `'2026-01-05'`, zone: `'UTC'`, ends_at: later, client_seed: `repeat('a', 32)`, drawn_at: at },
  },
  funding_request: { id: `'F'`, account: `'yield'`, amount: 5, reason: `'a test'`, asked_by: `'anna'` },
  holding: {
    ...{
      member_id: '$m',
      id: `'H'`,
      product: `'p'`,
      days: 7,
      daily_rate_ppm: 10,
      early_exit_keeps_percent: 50,
      amount: 5,
    },
    ...{ interest_reserved: 3, subscribed_at: at, matures_at: later },
  },
  'ledger.postings': {
    ...{
      member_id: -1,
      transfer_id: 1,
      place: 0,
      from_account: -32,
      to_account: -31,
      amount: 5,
      from_balance_after: -5,
    },
    ...{ to_balance_after: 5 },
  },
  loss_limit: { member_id: '$m', period: `'day'`, amount: 5, time_zone: `'UTC'`, changed_at: at },
  'market.exchange_candles': {
    ...{ exchange: `'made-up'`, coin: `'BTC'`, open_time_ms: 60_000, open: 2, high: 4, low: 1, close: 3, volume: 0 },
  },
  milestone: { member_id: '$m', kind: `'firstWeek'`, reached_at: at },
  operator_session: {
    ...{
      token_hash: `sha256('t')`,
      operator: `'anna'`,
      created_at: at,
      last_seen_at: at,
      expires_at: `${at} + interval '8 hours'`,
    },
    ...{ user_agent: `''`, address: `''` },
  },
  member: {
    ...{
      username: `'ABCDEFghij0123456789'`,
      password_hash: `'$argon2id$'`,
      locale: `'en'`,
      invitation_code: `'SOUND'`,
    },
    ...{ registration_proof: `sha256('p')`, created_at: at },
  },
  plan: { member_id: '$m', id: `'P'`, group_id: 1, level: 1, amount: 5, at_risk: 5, placed_at: at },
  product_request: {
    ...{ id: `'Q'`, kind: `'financing'`, item: `'p'`, is_open: 'true', minimum: 1_000_000, maximum: 1_000_000_000_000 },
    ...{ daily_rate_ppm: 1_000, effective_from: at, reason: `'a test'`, asked_by: `'anna'` },
  },
  round_follow: {
    ...{
      member_id: '$m',
      id: `'F'`,
      category: `'big'`,
      stake: 5,
      winnings: 5,
      rounds: 3,
      stop_on_win: 'false',
      loss_limit: 5,
    },
    ...{ placed_at: at, last_round: 7, placed: 2, done: 2 },
  },
  round_order: {
    ...{
      member_id: '$m',
      id: `'O'`,
      round_id: 7,
      category: `'big'`,
      stake: 5,
      winnings: 6,
      salt: `sha256('s')`,
      placed_at: at,
    },
  },
  self_exclusion: { member_id: '$m', began_at: at, ends_at: later, changed_at: at },
  support_chat: { member_id: '$m' },
  team_place: { member_id: '$m', id: `'T'`, inviter_1: -1, inviter_2: -2, joined_at: at },
  task_collected: {
    ...{
      member_id: '$m',
      task: `'donated'`,
      day: `'2026-01-05'`,
      zone: `'UTC'`,
      points: 5,
      subject: `'G1'`,
      acted_at: at,
    },
    ...{ collected_at: at, ends_at: later },
  },
  weight_entry: {
    ...{ member_id: '$m', kind: `'redEnvelope'`, reference: `'100'`, points: 1, rule_version: 1, earned_at: at },
  },
  withdrawal: {
    ...{
      member_id: '$m',
      id: `'W'`,
      method: `'address'`,
      amount: 5,
      fee: 5,
      destination: `'there'`,
      destination_hash: `sha256('d')`,
    },
    ...{ requested_at: at, review_ends_at: later, only_one: 'false', state: `'requested'` },
  },
};

/** What comes before, where a row refers to another. */
export const before: Readonly<Record<string, string>> = {
  loss_limit: 'insert into member_guard values ($m)',
  self_exclusion: 'insert into member_guard values ($m)',
  chain_transfer: `insert into chain_watch (chain_id, genesis_hash, token, token_decimals, started_after, block_number, block_hash)
    values (31337, '', '', 6, 0, 0, '')`,
  disbursement_request: `alter table charity_cause disable trigger user;
    insert into charity_cause (id, texts, named_by)
    values ('cause', '{"en":"","zh":"","tc":"","jp":""}', 'anna')`,
  support_conversation: 'insert into support_chat (member_id) values ($m)',
  support_message: `insert into support_chat (member_id) values ($m);
    insert into support_conversation (member_id, number, opened_at) values ($m, 1, now())`,
};
