// @vitest-environment happy-dom
import { test } from 'vitest';
import { getPurse, getWallet } from '#contract/wallet.ts';
import { usdt } from '#core/money/amount.ts';
import { mount } from '#web/ui/mounted.fixture.tsx';
import { expectOutline } from '#web/ui/outline.fixture.ts';
import { asMember } from './member-page.fixture.ts';
import { Page as WalletPage } from './wallet.tsx';

const wallet = {
  ...{ authorization: usdt(12_345_678_901n), locked: usdt(2_345_600_000n), available: usdt(10_000_078_901n) },
  ...{ incomeToday: usdt(-1_250_000n), hasBankCard: true, hasWithdrawalPassword: false, userId: '7' },
};

asMember((server) => {
  server.answer(getWallet, wallet);
  server.answer(getPurse, [
    { account: 'available', asset: 'USDT', balance: 10_000_078_901n },
    { account: 'plans', asset: 'USDT', balance: 2_345_600_000n },
    { account: 'assistance', asset: 'PTS', balance: 340n },
  ]);
});

test('the wallet', async () => {
  await expectOutline(mount(<WalletPage />, { path: '/wallet' }).container);
});
