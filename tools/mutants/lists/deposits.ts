import { bug, mutantsOf } from '../mutant.ts';

const finishing = `    // The rail may not have heard how it ended, and have lost the transfer since.
    const ended = deposit.state === 'confirmed' || deposit.state === 'rejected' ? deposit.state : status.state;
    if (ended === 'confirmed' || ended === 'rejected') {
      await dependencies.rail.finish(transfer.transfer, ended === 'confirmed' ? 'credited' : 'rejected');
    }
`;

/** Money in. */
export const deposits = mutantsOf('deposits', [
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
        'where member_id = ${memberId} and id = ${id} ${lock}',
        'where ${memberId}::bigint > 0 and id = ${id} ${lock}',
      ),
      bug('confirmations go back', ' and confirmations <= ${confirmations}', ''),
      bug(
        'a page hears of a deposit that did not change',
        '\n      and (state, confirmations) is distinct from (${state}, ${confirmations}::smallint)',
        '',
      ),
    ],
  },
  {
    file: 'server/features/deposits/deposit-store.ts',
    tests: ['server/features/deposits/deposits.test.ts'],
    bugs: [
      bug('a page of deposits begins with the last one of the page before', 'id < ${before}', 'id <= ${before}'),
      bug('an open deposit at the edge of a page is looked at twice', 'id > ${afterId}', 'id >= ${afterId}'),
      bug('two proofs of a deposit at once are both given', 'tables.isTransaction ? sql`for update` : sql``', 'sql``'),
    ],
  },
  {
    file: 'server/features/deposits/poll-deposits.ts',
    tests: ['server/features/deposits/deposits.test.ts', 'server/features/deposits/deposit-transfers.test.ts'],
    bugs: [
      bug('open deposits beyond the first page are not looked at', 'page.length < pageSize', 'page.length <= pageSize'),
      bug(
        'a deposit that the rail rejects is told as confirmed',
        "const state = confirmed ? 'confirmed' : observation.state;",
        "const state = confirmed || observation.state === 'rejected' ? 'confirmed' : observation.state;",
      ),
      bug(
        'the member does not hear of a deposit',
        "    await memberEvents.publish(memberId, { name: 'deposit', value: { id, state, confirmations } });\n",
        '    void [memberEvents, id, state];\n',
      ),
    ],
  },
  {
    file: 'server/features/deposits/list-open-deposits.ts',
    tests: ['server/features/deposits/review-deposit.test.ts'],
    bugs: [
      bug(
        'each page of the open deposits is the first',
        'openDepositsAfter(tables, after,',
        "openDepositsAfter(tables, '',",
      ),
    ],
  },
  {
    file: 'server/features/deposits/deposit-from-wallet.ts',
    tests: ['server/features/deposits/deposit-transfers.test.ts'],
    bugs: [bug('a transaction named in capitals is another one', 'hash.toLowerCase()', 'hash')],
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
        'order by (amount = ${String(amount)}::numeric) desc, id desc',
        'order by id desc',
      ),
    ],
  },
  {
    file: 'server/features/deposits/request-limits.ts',
    tests: ['server/features/deposits/request-limits.test.ts'],
    bugs: [
      bug(
        'deposits of another member count',
        'where member_id = ${memberId} and requested_at',
        'where ${memberId}::bigint > 0 and requested_at',
      ),
      bug('deposits of all days count', ' and requested_at > ${new Date(now - dayLimitMs)}', ''),
      bug('rejected deposits count', "\n      and state <> 'rejected'", ''),
      bug('one deposit too many is under way', 'freeAgainAt(open, 1n,', 'freeAgainAt(open, 0n,'),
      bug('one deposit too many is requested in a day', 'freeAgainAt(counted, 1n,', 'freeAgainAt(counted, 0n,'),
      bug('the new amount does not count towards the sum', 'freeAgainAt(ofDay, amount,', 'freeAgainAt(ofDay, 0n,'),
      bug('a deposit that was seen is not under way', "state === 'requested' || state === 'seen'", "state === 'seen'"),
    ],
  },
  {
    file: 'server/features/deposits/deposit-store.ts',
    tests: ['server/features/deposits/request-limits.test.ts'],
    bugs: [
      bug(
        'deposits requested at once do not see each other',
        "    await lockInTransaction(transaction, 'depositsOfMember', memberId);\n",
        '',
      ),
      bug(
        'a repeated request is refused at the limit',
        '    if (known) return known;\n    await admit',
        '    await admit',
      ),
    ],
  },
  {
    file: 'server/features/deposits/review-deposit.ts',
    tests: ['server/features/deposits/review-deposit.test.ts'],
    bugs: [
      bug(
        'an operator refuses what has arrived',
        "    if (deposit.state !== 'requested' || deposit.transfer !== null) throw new Refusal('depositArrived');\n",
        '',
      ),
      bug(
        'the member does not hear of a deposit that an operator refused',
        "    await publishToMemberWithin(transaction, memberId, { name: 'deposit', value: { id, state, confirmations } });\n",
        '    void [publishToMemberWithin, state, confirmations];\n',
      ),
      bug(
        'the member hears of a refused deposit as it was',
        '(await findDeposit(transaction, memberId, id)) ?? deposit;',
        'deposit;',
      ),
    ],
  },
  {
    file: 'server/features/deposits/mark-deposit-proof.ts',
    tests: ['server/features/deposits/review-deposit.test.ts'],
    bugs: [
      bug(
        'a proof that is not there is marked',
        "    if (deposit.image === null) throw new Refusal('depositUnproven');\n",
        '',
      ),
      bug('a proof is marked twice', '    if (deposit.reviewedAt !== null) return;\n', ''),
    ],
  },
  {
    file: 'server/migrations/0114-deposits-in-review.sql',
    tests: ['server/features/deposits/review-deposit.test.ts'],
    bugs: [
      bug(
        'the server may credit as an operator',
        "(new.state <> 'rejected' or coalesce(new.reason not in ('notReceived', 'proofInvalid', 'announcedTwice'), true))",
        "coalesce(new.reason not in ('notReceived', 'proofInvalid', 'announcedTwice'), false)",
      ),
      bug('a refusal of an operator has nobody’s name', 'reviewed_by is not null and transfer is null', 'true'),
    ],
  },
  {
    file: 'core/limits/business-limits.ts',
    tests: ['core/limits/business-limits.test.ts'],
    bugs: [
      bug('room is promised too early', 'freeAt = at + spanMs;', 'freeAt = at;'),
      bug('room is promised after the newest use', 'one.at - other.at', 'other.at - one.at'),
      bug('what just fits is refused', 'if (excess <= 0n) break;', 'if (excess < 0n) break;'),
    ],
  },
  {
    file: 'server/features/deposits/prove-deposit.ts',
    tests: ['server/features/deposits/deposits.test.ts'],
    bugs: [
      bug(
        'a deposit that ended takes a proof',
        "  if (deposit.state === 'confirmed' || deposit.state === 'rejected') throw new Refusal('depositEnded');\n",
        '',
      ),
    ],
  },
  {
    file: 'server/gateways/evm/meet-chain.ts',
    tests: ['server/gateways/evm/read-chain.test.ts'],
    bugs: [
      bug(
        'of two chains that were read the setting does not say which a silent node is on',
        '(wanted === null || one.chainId === wanted)',
        'true',
      ),
    ],
  },
  {
    file: 'server/features/deposits/follow-transfers.ts',
    tests: ['server/gateways/evm/rail-evm.test.ts'],
    bugs: [
      bug(
        'a transfer is finished before it is credited',
        `    const changed = await move(dependencies, deposit, status);\n${finishing}`,
        `${finishing}    const changed = await move(dependencies, deposit, status);\n`,
      ),
    ],
  },
  {
    file: 'server/features/deposits/deposit-store.ts',
    tests: ['server/features/deposits/deposits.test.ts', 'server/features/deposits/deposit-transfers.test.ts'],
    bugs: [
      bug(
        'a deposit is rejected or seen with other confirmations alone',
        '(state, confirmations) is distinct from (${state}, ${confirmations}::smallint)',
        'confirmations is distinct from ${confirmations}::smallint',
      ),
    ],
  },
  {
    file: 'server/features/deposits/transfer-store.ts',
    tests: ['server/features/deposits/deposit-transfers.test.ts'],
    bugs: [
      bug(
        'a transfer is rejected with other confirmations alone',
        '(state, confirmations) is distinct from (${state}, ${confirmations}::smallint)',
        'confirmations is distinct from ${confirmations}::smallint',
      ),
    ],
  },
]);
