import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Deposit, listDepositChannels, listDeposits } from '#contract/deposits.ts';
import { usdt } from '#core/money/amount.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { answer, answerPage, linksOf, markupOf, useLanguage, wordsOf } from '#web/ui/shown.fixture.tsx';
import { ChannelList } from './channel-list.tsx';
import { DepositAmount } from './deposit-amount.tsx';
import type { DepositChannel } from './deposit-form.ts';
import { DepositHistory } from './deposit-history.tsx';
import { DepositTracker } from './deposit-tracker.tsx';
import { ProofPicker } from './proof-picker.tsx';
import type { Proof } from './use-proof.ts';

beforeAll(() => useLanguage('en'));
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
});

const at = (hour: number): number => new Date(2026, 4, 1, hour).getTime();
const token = '0x000000000000000000000000000000000000dEaD';

const sandbox: DepositChannel = {
  ...{ id: 'sandbox', name: 'Sandbox', minimum: usdt(10_000_000n), maximum: usdt(100_000_000_000n) },
  ...{ confirmationsNeeded: 6, network: null, behindSince: null, paper: true },
};
const chain: DepositChannel = {
  ...{ ...sandbox, id: 'evm', name: 'Test network', minimum: usdt(1_000_000n), confirmationsNeeded: 1 },
  network: { name: 'Sepolia', chainId: 11_155_111, token },
};
const deposit: Deposit = {
  ...{
    id: '1KDVDWMC0SXVXCS8',
    channel: 'evm',
    amount: usdt(100_500_000n),
    announced: usdt(100_000_000n),
    state: 'seen',
  },
  ...{ reason: null, confirmations: 2, confirmationsNeeded: 6, address: token, transaction: null, image: null },
  ...{ requestedAt: at(10), confirmedAt: null, reviewedAt: null },
};

test('each channel is listed with its bounds and confirmations, and leads to its form', () => {
  answer(listDepositChannels, {}, [sandbox, chain]);
  expect(wordsOf(<ChannelList />)).toBe(
    'Choose a channel Sandbox 10.00 to 100,000.00 USDT 6 confirmations Test network 1.00 to 100,000.00 USDT 1 confirmation',
  );
  expect(linksOf(<ChannelList />)).toEqual(['/deposit?channel=sandbox', '/deposit?channel=evm']);
  answer(listDepositChannels, {}, []);
  expect(wordsOf(<ChannelList />)).toBe('No deposit channel is open');
});

test('a network that does not answer is said, and since when', () => {
  vi.useFakeTimers({ now: at(12) });
  answer(listDepositChannels, {}, [sandbox, { ...chain, behindSince: at(12) - 185_000 }]);
  expect(wordsOf(<ChannelList />)).toContain('The network does not answer');
  expect(wordsOf(<ChannelList />)).toContain('No answer for 3m');
});

test('a deposit on its way shows what came in, its confirmations and where to send, and no end', () => {
  const words = wordsOf(<DepositTracker deposit={deposit} channel={chain} />);
  expect(words).toContain('Confirming 100.5000 USDT 2 of 6 confirmations');
  expect(words).toContain('Announced 100.0000 USDT');
  expect(words).toContain('Network Sepolia Chain ID 11155111 Test token');
  expect(words).not.toMatch(/Credited|Transaction hash|Send /);
  const steps = markupOf(<DepositTracker deposit={deposit} channel={chain} />).match(/<span class="[^"]*step[^"]*"/g);
  expect(steps?.map((step) => step.includes('done'))).toEqual([true, true, false, false, false, false]);
  const asked = { ...deposit, state: 'requested', amount: usdt(100_000_000n), confirmations: 0 } as const;
  const requested = wordsOf(<DepositTracker deposit={asked} channel={chain} />);
  expect(requested).toContain('Requested 100.0000 USDT Waiting for the transfer on Sepolia');
  expect(requested).toContain('Send 100.00 test USDT on Sepolia to this address.');
  expect(requested).not.toContain('Announced');
  expect(wordsOf(<DepositTracker deposit={{ ...asked, channel: 'sandbox' }} channel={sandbox} />)).toContain(
    'Waiting for the sandbox rail to see it',
  );
});

test('a deposit that is over shows when, by which transaction, or why nothing was credited', () => {
  const done = { ...deposit, state: 'confirmed', confirmedAt: at(13), transaction: `0x${'ab'.repeat(32)}` } as const;
  const words = wordsOf(<DepositTracker deposit={done} channel={{ ...chain, behindSince: at(1) }} />);
  expect(words).toContain('Credited 100.5000 USDT Credited to your available quota');
  expect(words).toContain(`Transaction hash 0x${'ab'.repeat(32)}`);
  expect(words).toContain('Requested May 1, 2026, 10:00:00 Credited May 1, 2026, 13:00:00');
  expect(words).not.toMatch(/does not answer|Send /);
  const rejected = { ...deposit, state: 'rejected', reason: 'belowMinimum' } as const;
  expect(wordsOf(<DepositTracker deposit={rejected} channel={chain} />)).toContain(
    'Less than the minimum of 1.00 USDT came in.',
  );
  expect(wordsOf(<DepositTracker deposit={{ ...rejected, reason: 'aboveMaximum' }} channel={chain} />)).toContain(
    'More than the maximum of 100,000.00 USDT came in.',
  );
  expect(wordsOf(<DepositTracker deposit={{ ...rejected, reason: null }} channel={chain} />)).toContain(
    'The rail rejected this deposit. Nothing was credited.',
  );
});

test('a proof that the phone could not shrink is said to be sent as it is, and no other', () => {
  const hint = (proof: Proof) => wordsOf(<ProofPicker choice={{ proof } as never} error={null} />);
  const sent = { step: 'sent', preview: 'blob:a', id: 'I1' } as const;
  const asItIs = 'could not shrink it, so it was sent as it is';
  expect(hint({ step: 'none' })).not.toContain(asItIs);
  expect(hint({ step: 'sending', preview: 'blob:a', share: 0.5 })).not.toContain(asItIs);
  expect(hint({ ...sent, redrawn: true })).not.toContain(asItIs);
  expect(hint({ ...sent, redrawn: false })).toContain(asItIs);
});

test('the history shows each with its time, progress or reason, amount and state, and leads to it', () => {
  answerPage(listDeposits, {}, [
    deposit,
    { ...deposit, id: '1KDVDWMC0SXVXCS9', state: 'confirmed', amount: usdt(7_000_000n), requestedAt: at(9) },
    { ...deposit, id: '1KDVDWMC0SXVXCSA', state: 'rejected', reason: 'belowMinimum', requestedAt: at(8) },
    { ...deposit, id: '1KDVDWMC0SXVXCSB', state: 'rejected', reason: 'aboveMaximum', requestedAt: at(7) },
  ]);
  expect(wordsOf(<DepositHistory />)).toBe(
    'Your deposits May 1, 10:00 2 of 6 confirmations 100.5000 Confirming ' +
      'May 1, 09:00 1KDVDWMC0SXVXCS9 7.0000 Credited ' +
      'May 1, 08:00 Under the minimum 1KDVDWMC0SXVXCSA 100.5000 Rejected ' +
      'May 1, 07:00 Over the maximum 1KDVDWMC0SXVXCSB 100.5000 Rejected',
  );
  expect(linksOf(<DepositHistory />)[1]).toBe('/depositSuccess?deposit=1KDVDWMC0SXVXCS9');
  answerPage(listDeposits, {}, []);
  expect(wordsOf(<DepositHistory />)).toContain('No deposits yet');
});

test('the amount has its channel’s bounds, and the chosen quick amount is pressed', () => {
  const field = <DepositAmount channel={chain} amount="100" onChange={() => undefined} error={null} />;
  expect(wordsOf(field)).toContain('1.00 to 100,000.00 USDT');
  expect(
    [...markupOf(field).matchAll(/aria-pressed="true"[^>]*>(?:<[^>]*>)*([\d,]+)/g)].map(([, text]) => text),
  ).toEqual(['100']);
  const wrong = <DepositAmount channel={chain} amount="0" onChange={() => undefined} error="Too small" />;
  expect(wordsOf(wrong)).toContain('Too small');
});
