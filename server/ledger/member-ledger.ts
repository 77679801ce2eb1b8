/**
 * A statement for each table that has the whole of a member's books, by `$1`, the member's id: everything that names the member, and the
 * transfers that the postings belong to.
 */
export const memberLedgerStatements: Readonly<Record<string, string>> = {
  'ledger.accounts': 'select * from ledger.accounts where member_id = $1 order by id',
  'ledger.balances': 'select * from ledger.balances where member_id = $1 order by account_id',
  'ledger.postings': 'select * from ledger.postings where member_id = $1 order by transfer_id, place',
  'ledger.transfers': `select distinct transfer.id, transfer.kind, transfer.reference, transfer.at
    from ledger.postings as posting join ledger.transfers as transfer on transfer.id = posting.transfer_id
    where posting.member_id = $1 order by transfer.id`,
};

/** The tables of a member's books. */
export const memberLedgerTables: readonly string[] = Object.keys(memberLedgerStatements);
