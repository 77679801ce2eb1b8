import { memberLedgerTables } from '#server/ledger/member-ledger.ts';

/** What becomes of a table's rows about one member: when the member takes the data along, and when the personal part is deleted. */
export interface OwnTable {
  /** Column with the member's id, where it is not `member_id`. */
  readonly by?: string;
  /** Columns that are not exported: keys, hashes and secrets, which say nothing about the member and open something, and other people. */
  readonly without?: readonly string[];
  /** Why nothing of it is exported. Without it, it is. */
  readonly unexported?: string;
  /** What the deletion takes: whole rows, these columns, or nothing. */
  readonly erased: 'rows' | readonly string[];
  /** Why the rest stays: for every table of which something does. */
  readonly kept?: string;
}

const books = 'the books: what moved, under the number';
const proofs = 'a result and its proof, which others’ results hang together with';
const rules = 'what earned points by published rules, under the number';

/** A transfer names no member: its postings do. */
const booksAboutMembers = memberLedgerTables.filter((table) => !table.endsWith('.transfers'));

/**
 * Every table with rows about a member. The ledger's are exported by the ledger (`readMemberLedger`). What is erased is erased by
 * migration 0030; `server/test/deleted-member.test.ts` holds the two against each other.
 */
export const ownTables: Readonly<Record<string, OwnTable>> = {
  ...Object.fromEntries(booksAboutMembers.map((table): [string, OwnTable] => [table, { erased: [], kept: books }])),

  member: {
    by: 'id',
    without: ['password_hash', 'registration_proof', 'invited_by'],
    erased: [
      'username',
      'password_hash',
      'invitation_code',
      'registration_proof',
      'nickname',
      'real_name',
      'locale',
      'time_zone',
    ],
    kept: 'the number, the day it was given out, and the number of who invited it',
  },
  member_deletion: {
    unexported: 'written when there is nobody left to hand it to',
    erased: [],
    kept: 'that it was deleted',
  },
  member_note: { without: ['operator'], erased: 'rows' },
  member_guard: { unexported: 'a row to lock, without content', erased: 'rows' },
  session: { without: ['token_hash', 'replaced_by'], erased: 'rows' },
  sign_in: { erased: 'rows' },
  security_act: { erased: 'rows' },
  authenticator: { without: ['sealed'], erased: 'rows' },
  backup_code: { without: ['code_hash'], erased: 'rows' },
  passkey: { without: ['credential_id', 'public_key'], erased: 'rows' },
  password_request: { without: ['password_hash'], erased: 'rows' },
  account_recovery: {
    without: ['password_hash'],
    erased: ['request_id', 'password_hash'],
    kept: 'that operators recovered an account, and what two of them decided',
  },
  withdrawal_password: { without: ['password_hash'], erased: 'rows' },
  withdrawal_password_reset: { without: ['password_hash'], erased: 'rows' },
  bank_card: { without: ['sealed'], erased: 'rows' },
  account_freeze: { without: ['held_by'], erased: [], kept: 'none is left: a frozen account is not deleted' },
  loss_limit: { erased: 'rows' },
  self_exclusion: { erased: 'rows' },
  push_device: { without: ['endpoint_hash', 'session_hash', 'p256dh', 'auth'], erased: 'rows' },
  notice_read_through: { erased: 'rows' },
  notice_read: { erased: 'rows' },
  notification_read_through: { erased: 'rows' },
  notification_read: { erased: 'rows' },
  notification_setting: { erased: 'rows' },
  consent: { erased: [], kept: 'that the terms were agreed to, under the number' },

  image: { without: ['webp', 'small', 'hash'], erased: 'rows' },
  image_upload: { without: ['sent_hash'], erased: 'rows' },
  support_chat: { without: ['assigned_to'], erased: 'rows' },
  support_conversation: { erased: 'rows' },
  support_message: { without: ['operator'], erased: 'rows' },
  support_reply: { erased: [], kept: 'how long an answer took, for the published median: two moments without a word' },
  operator_act: {
    without: ['operator', 'detail', 'subject'],
    erased: [],
    kept: 'the log of operators: a chain of hashes, in which nobody can change anything unseen',
  },

  deposit: { without: ['input_hash', 'reviewed_by'], erased: ['image_id'], kept: books },
  deposit_address: { erased: [], kept: 'where a late transfer of a test network would still belong' },
  chain_transfer: { erased: [], kept: 'what was credited, as a public test network has it' },
  withdrawal: { without: ['destination_hash'], erased: ['destination', 'destination_hash', 'comment'], kept: books },
  plan: { erased: [], kept: proofs },
  holding: { erased: [], kept: books },
  round_follow: { erased: [], kept: proofs },
  round_order: { erased: [], kept: proofs },
  draw_client_seed: { erased: [], kept: proofs },
  draw: { erased: [], kept: proofs },
  donation: { erased: [], kept: 'the charity’s books; the public list names nobody' },
  weight_entry: { erased: [], kept: rules },
  check_in: { erased: [], kept: rules },
  member_act: { erased: [], kept: rules },
  task_collected: { erased: [], kept: rules },
  milestone: { erased: [], kept: rules },
  team_place: {
    without: ['inviter_1', 'inviter_2', 'inviter_3'],
    erased: [],
    kept: 'the teams of others: the number stands there, shown as one who left',
  },
  team_exit: { erased: [], kept: 'that others do not see the number’s team' },
  team_points: { by: 'inviter_id', erased: [], kept: rules },
  team_reward: { without: ['inviter_id'], erased: [], kept: rules },
};

/** Tables that are exported beside the ledger's, with all columns but those named. */
export const exportedTables: Readonly<Record<string, OwnTable>> = Object.fromEntries(
  Object.entries(ownTables).filter(([name, { unexported }]) => unexported === undefined && !name.startsWith('ledger.')),
);
