import { expect, test } from 'vitest';
import { pinKinds } from '#contract/support-schemas.ts';
import { askPath, pathOfPin, pinOfAddress } from './pins.ts';

const id = '1KDVDWMC0SXVXCS8';

test('what is pinned has its own page, and comes back out of the address of the chat; anything else is not pinned', () => {
  expect(pinKinds.map((kind) => pathOfPin({ kind, id }))).toEqual([
    `/ordersDetail?id=${id}`,
    `/depositSuccess?deposit=${id}`,
    `/withdrawSuccess?withdrawal=${id}`,
    `/touzijilu?holding=${id}`,
    `/myOrderInfo?order=${id}`,
  ]);
  for (const kind of pinKinds) {
    const address = new URL(askPath({ kind, id }), 'https://app.example');
    expect(pinOfAddress(address.searchParams.get('about'))).toEqual({ kind, id });
  }
  for (const about of [null, '', 'plan', `wallet.${id}`, `plan.${id}0`, `plan.${id.toLowerCase()}`]) {
    expect(pinOfAddress(about)).toBeNull();
  }
});
