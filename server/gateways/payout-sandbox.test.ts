import { expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { checksummed } from '#core/withdrawals/address.ts';
import { payoutSandbox } from './payout-sandbox.ts';

const sentAt = Date.UTC(2026, 0, 1);
const someone = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const payOut = (destination: string, afterMs: number) =>
  payoutSandbox.payOut(
    { id: 'one', memberId: 1n, method: 'address', amount: usdt(1_000_000n), destination, sentAt },
    sentAt + afterMs,
  );

test('a payout is done one minute after it was sent, and stays so', async () => {
  expect([await payOut(someone, 0), await payOut(someone, 59_999)]).toEqual(['sent', 'sent']);
  expect([await payOut(someone, 60_000), await payOut(someone, 86_400_000)]).toEqual(['paid', 'paid']);
});

test('a payout to an address of nobody fails, as such an address is stored', async () => {
  for (const digits of ['0'.repeat(40), `${'0'.repeat(36)}dead`]) {
    const address = checksummed(`0x${digits}`);
    expect([await payOut(address, 0), await payOut(address, 60_000)]).toEqual(['failed', 'failed']);
  }
});
