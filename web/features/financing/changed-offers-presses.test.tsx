// @vitest-environment happy-dom
import { beforeAll, expect, test, vi } from 'vitest';
import { listProducts, quoteFinancing, subscribe } from '#contract/financing.ts';
import { usdt } from '#core/money/amount.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { translate } from '#web/platform/i18n/text.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { handOn } from '#web/ui/presses.fixture.ts';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { product, quoteOf } from './product.fixture.ts';
import { ProductList } from './product-list.tsx';
import { useListProducts } from './queries.ts';
import { Subscription } from './subscription.tsx';

beforeAll(() => useLanguage('en'));

test('a product whose offer changed on the open screen is read again once a subscription was refused for it', async () => {
  const server = fakeServer();
  server.answer(quoteFinancing, quoteOf(usdt(1_000_000_000n)));
  for (const code of ['productPaused', 'amountOutsideProduct', 'productClosed'] as const) {
    server.answer(listProducts, [{ ...product, open: false }]);
    const mounted = mount(
      <>
        <ProductList />
        <Subscription product={product} onSubscribed={vi.fn()} />
      </>,
    );
    const { page, press, fill } = { ...mounted, ...handOn(mounted) };
    expect(await page.findByText('Closed')).toBeTruthy();
    server.refuse(subscribe, code, `Refused: ${code}`);
    server.answer(listProducts, [product]);
    server.answer(quoteFinancing, quoteOf(usdt(20_000_000n)));
    await fill('Amount', '20');
    await page.findByText('Interest of 20.00 USDT, by the day you redeem');
    await press('Subscribe');
    expect(await page.findByText(`Refused: ${code}`)).toBeTruthy();
    expect(await page.findByText('Open')).toBeTruthy();
    mounted.unmount();
    queryClient.clear();
  }
});

const OnSale = () =>
  useListProducts().data?.map((one) => <Subscription key={one.id} product={one} onSubscribed={() => undefined} />);

test('an offer that comes is shown from its moment on with its payoffs', async () => {
  const server = fakeServer();
  const from = Date.now() + 300;
  server.answer(listProducts, [{ ...product, coming: [{ ...product, from, isOpen: true, dailyRatePpm: 900 }] }]);
  server.answer(quoteFinancing, quoteOf(usdt(1_000_000_000n)));
  mount(<OnSale />);
  await expect.poll(() => server.requestsTo(quoteFinancing).length).toBe(1);
  server.answer(listProducts, [{ ...product, dailyRatePpm: 900 }]);
  await expect.poll(() => server.requestsTo(quoteFinancing).length).toBe(2);
});

test('an amount is typed as the language writes it', async () => {
  await useLanguage('vnf');
  const server = fakeServer();
  server.answer(quoteFinancing, quoteOf(usdt(20_500_000n)));
  const { fill } = handOn(mount(<Subscription product={product} onSubscribed={vi.fn()} />));
  await fill(translate('financing.amount'), '20,5');
  await expect.poll(() => server.requestsTo(quoteFinancing).at(-1)?.fields.amount).toBe('20.500000');
  await useLanguage('en');
});
