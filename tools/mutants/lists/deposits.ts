import { bug, type MutatedFile } from '../mutant.ts';

/** Money in. */
export const deposits: readonly MutatedFile[] = [
  {
    file: 'server/features/deposits/confirm-deposit.ts',
    tests: ['server/features/deposits', 'server/test/chain-deposits.test.ts'],
    bugs: [
      bug(
        'a deposit is credited twice',
        'key: transfer === null ? `deposit:${memberId}:${id}` : `deposit:${transfer}`',
        'key: `deposit:${memberId}:${id}:${confirmations}`',
      ),
      bug('a confirmed deposit is confirmed again', " and deposit.state in ('requested', 'seen')`", '`'),
      bug('a deposit earns nothing', ", earn('depositConfirmed', memberId, id)]", ']'),
    ],
  },
  {
    file: 'server/features/deposits/deposit-store.ts',
    tests: ['server/features/deposits'],
    bugs: [
      bug(
        'a deposit of another member is found',
        ".selectAll()\n    .where('member_id', '=', memberId)\n    .where('id', '=', id)",
        ".selectAll()\n    .where('id', '=', id)",
      ),
      bug('confirmations go back', ' and confirmations <= ${confirmations}`', '`'),
      bug(
        'a page hears of a deposit that did not change',
        '    .where(sql<boolean>`(state, confirmations) is distinct from (${state}, ${confirmations}::smallint)`)\n',
        '',
      ),
    ],
  },
  {
    file: 'server/features/deposits/follow-transfers.ts',
    tests: ['server/test/chain-deposits.test.ts', 'server/gateways/evm', 'server/features/deposits'],
    bugs: [
      bug(
        'a transfer is credited a confirmation early',
        'confirmations < channel.confirmationsNeeded',
        'confirmations + 1 < channel.confirmationsNeeded',
      ),
      bug(
        'a transfer below the minimum is credited',
        "if (amount < channel.minimum) return { state: 'rejected', confirmations, reason: 'belowMinimum' };",
        '',
      ),
      bug(
        'a transfer of exactly the minimum is rejected',
        'if (amount < channel.minimum)',
        'if (amount <= channel.minimum)',
      ),
      bug(
        'a transfer of exactly the maximum is rejected',
        'if (amount > channel.maximum)',
        'if (amount >= channel.maximum)',
      ),
    ],
  },
  {
    file: 'server/features/deposits/request-deposit.ts',
    tests: ['server/features/deposits', 'server/test/images.test.ts'],
    bugs: [
      bug(
        'a repeated deposit with another amount is answered with the first',
        "if (requested.inputHash !== inputHash) throw new Refusal('idempotencyKeyReused');",
        '',
      ),
      bug(
        'the least deposit is refused',
        'if (amount < channel.minimum) throw',
        'if (amount <= channel.minimum) throw',
      ),
      bug(
        'the largest deposit is refused',
        'if (amount > channel.maximum) throw',
        'if (amount >= channel.maximum) throw',
      ),
    ],
  },
  {
    file: 'server/features/deposits/transfer-store.ts',
    tests: ['server/test/chain-deposits.test.ts', 'server/gateways/evm', 'server/features/deposits'],
    bugs: [
      bug(
        'two nodes match one transfer at once',
        "    await lockInTransaction(transaction, 'depositsOfMember', incoming.memberId);\n",
        '',
      ),
      bug(
        'a transfer is matched to the newest announcement, whatever its amount',
        "        .orderBy(sql`(amount = ${String(amount)}::numeric)`, 'desc')\n",
        '',
      ),
    ],
  },
];
