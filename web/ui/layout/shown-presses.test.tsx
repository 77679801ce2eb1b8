// @vitest-environment happy-dom
import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Money, Percent, PriceChange } from '../figure/amounts.tsx';
import { Figure, SourceLine } from '../figure/figure.tsx';
import { hideSource, sourceStore } from '../figure/source.ts';
import { SourceSheet } from '../figure/source-sheet.tsx';
import { mount } from '../mounted.fixture.tsx';
import { CoinIcon } from '../picture/coin-icon.tsx';
import { useLanguage } from '../shown.fixture.tsx';
import { Blocks } from '../text/blocks.tsx';
import { Card } from './card.tsx';
import { Labelled, LabelledRow } from './labelled.tsx';
import { PictureThumbnail } from './picture-thumbnail.tsx';
import { Row, RowList } from './row.tsx';
import { Screen } from './screen.tsx';
import { TabBar } from './tab-bar.tsx';

beforeAll(() => useLanguage('en'));
afterEach(() => {
  hideSource();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a figure says at a press where it comes from; its sheet explains the source and leads to the rules', async () => {
  const onClose = vi.fn();
  const { page, user, went, container } = mount(
    <>
      <Figure source="market" mark="own" note="Recorded in May">
        7
      </Figure>
      <SourceLine source="probe">measured</SourceLine>
      <Figure source="ledger">8</Figure>
      <SourceSheet open onClose={onClose} />
    </>,
  );
  expect(sourceStore.snapshot()).toBeNull();
  await user.click(container.querySelector('[data-source=market]') as Element);
  expect(sourceStore.snapshot()).toEqual({ source: 'market', note: 'Recorded in May' });
  expect(page.getByText('Recorded in May')).toBeTruthy();
  expect(page.getByText(/computed from market candles/)).toBeTruthy();
  expect(page.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Ledger: added up from postings',
    'Market: from recorded or live candles',
    'Probe: measured by the running system',
    'SampleSample: an illustration, not a fact',
  ]);
  // A reader of screens hears the source where others see its sign.
  const signs = page.getByRole('list').querySelectorAll('[role=img]');
  expect(Array.from(signs, (sign) => sign.getAttribute('aria-label'))).toEqual(['Ledger', 'Market', 'Probe']);
  expect(new Set(Array.from(signs, (sign) => sign.className)).size).toBe(3);
  await user.click(container.querySelector('[data-source=probe]') as Element);
  expect(page.getByText('This number was measured by the running system itself.')).toBeTruthy();
  expect(container.querySelector('[data-source=ledger]')?.tagName).toBe('SPAN');
  await user.click(page.getByRole('button', { name: /published rules/ }));
  expect([went, onClose.mock.calls.length]).toEqual([['/rule'], 1]);
  act(hideSource);
  expect(page.queryByText('This number was measured by the running system itself.')).toBeNull();
});

test('a number that changes shows the new one, with the one before to fade out', () => {
  const money = (value: bigint) => <Money source="ledger" value={value as never} decimals={2} />;
  const { container, rerender } = mount(money(1_000_000n));
  expect(container.querySelector('[data-before]')).toBeNull();
  rerender(money(2_500_000n));
  expect(container.textContent).toBe('2.50');
  expect(container.querySelector('[data-before]')?.getAttribute('data-before')).toBe('1.00');
  rerender(<PriceChange source="market" ratio={-0.015} />);
  expect([container.textContent, /down/.test(container.innerHTML)]).toEqual(['−1.50%', true]);
  rerender(<PriceChange source="market" ratio={0.015} />);
  expect([container.textContent, /_up/.test(container.innerHTML)]).toEqual(['+1.50%', true]);
  rerender(<Percent source="ledger" ratio={0.015} />);
  expect([container.textContent, /_up/.test(container.innerHTML)]).toEqual(['+1.50%', true]);
  rerender(<Percent source="ledger" ratio={0.015} sign="negative" />);
  expect([container.textContent, /_up/.test(container.innerHTML)]).toEqual(['1.50%', false]);
});

test('rows, tabs, labels and the arrow back lead to where they say', async () => {
  const [onPress, onBack] = [vi.fn(), vi.fn()];
  const tabs = [
    { path: '/homeTab', label: 'Home', icon: 'home' },
    { path: '/assets', label: 'Assets', icon: 'wallet' },
  ] as const;
  const { page, user, went, rerender, container } = mount(
    <Screen title="Funds" onBack={onBack} aside="aside" footer="footer">
      <RowList label="rows">
        <Row title="Leads" to="/orders" value="7" />
        <Row title="Opens" note="noted" onPress={onPress} />
        <Row title="Chosen" selected onPress={onPress} />
        <Row title="Mere" before={<i>before</i>} />
      </RowList>
      <LabelledRow columns={1}>
        <Labelled label="Sum" to="/billRecord">
          8
        </Labelled>
      </LabelledRow>
      <TabBar label="Main" tabs={tabs} />
    </Screen>,
    { path: '/HOMETAB' },
  );
  expect([document.title, page.getByText('aside') && page.getByText('footer') && 'both']).toEqual([
    'Funds · Clearlot',
    'both',
  ]);
  await user.click(page.getByRole('link', { name: 'Leads 7' }));
  await user.click(page.getByRole('link', { name: 'Sum' }));
  await user.click(page.getByRole('link', { name: 'Home' }));
  expect(went).toEqual(['/orders', '/billRecord', '/homeTab']);
  expect(page.getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBe('page');
  expect(page.getByRole('link', { name: 'Assets' }).getAttribute('aria-current')).toBeNull();
  const drawn = [...container.querySelectorAll('nav path')].map((path) => path.getAttribute('d'));
  expect([drawn.length, new Set(drawn).size, drawn.includes(null)]).toEqual([2, 2, false]);
  await user.click(page.getByRole('button', { name: 'Opens noted' }));
  await user.click(page.getByRole('button', { name: 'Chosen' }));
  await user.click(page.getByText('Mere'));
  expect(onPress).toHaveBeenCalledTimes(2);
  expect(page.getByRole('button', { name: 'Chosen' }).getAttribute('aria-pressed')).toBe('true');
  await user.click(page.getByRole('button', { name: 'Back' }));
  expect(onBack).toHaveBeenCalledTimes(1);
  act(() => onlineManager.setOnline(false));
  expect(page.getByText('You are offline. Figures may be old.')).toBeTruthy();
  act(() => onlineManager.setOnline(true));
  expect(page.queryByText('You are offline. Figures may be old.')).toBeNull();
  rerender(
    <Card aside="aside" className="own">
      alone
    </Card>,
  );
  expect([container.textContent, container.querySelector('h2'), container.querySelector('.own') !== null]).toEqual([
    ...['asidealone', null, true],
  ]);
  rerender(<Card title="titled">alone</Card>);
  expect([container.textContent, container.querySelector('h2')?.textContent]).toEqual(['titledalone', 'titled']);
  rerender(<Screen title="Clearlot">x</Screen>);
  expect([document.title, page.queryByRole('button'), container.querySelector('main')?.textContent]).toEqual([
    ...['Clearlot', null, 'x'],
  ]);
  rerender(<Screen title="Bills">x</Screen>);
  expect(document.title).toBe('Bills · Clearlot');
});

test('a picture opens in full; what cannot be loaded has its stand-in, and is tried again at a press', async () => {
  const picture = { large: '/large/7', small: '/small/7' };
  const { page, user, container, rerender } = mount(
    <PictureThumbnail picture={picture} title="Proof" openLabel="Open" />,
  );
  const [small] = container.querySelectorAll('img');
  expect(small?.getAttribute('src')).toBe('/small/7');
  fireEvent.error(small as Element);
  expect(container.querySelector('img')).toBeNull();
  await user.click(page.getByRole('button', { name: 'Open' }));
  expect(page.getByAltText('Proof').getAttribute('src')).toBe('/large/7');
  fireEvent.error(page.getByAltText('Proof'));
  await user.click(page.getByRole('button', { name: 'Try again' }));
  expect(page.getByAltText('Proof')).toBeTruthy();
  await user.click(page.getByRole('button', { name: 'Close' }));
  expect(page.queryByAltText('Proof')).toBeNull();
  // Another picture, which may well be there.
  rerender(<PictureThumbnail picture={{ large: '/large/8', small: '/small/8' }} title="Proof" openLabel="Open" />);
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/small/8');
  rerender(<PictureThumbnail picture={null} title="Proof" openLabel="Open" />);
  expect(page.queryByRole('button')).toBeNull();
  rerender(<CoinIcon coin="ETH" path="/coins/eth.svg" />);
  fireEvent.error(container.querySelector('img') as Element);
  expect(container.querySelectorAll('rect')).toHaveLength(3);
});

test('a stored text has its headings, lists, links and downloads, its rules by name, and markup as text', async () => {
  const blocks = [
    { kind: 'heading', text: ['Terms'] },
    { kind: 'paragraph', text: ['At most ', { value: '7', rule: 'level' }, ' <b>plans</b>'] },
    { kind: 'list', items: [['one'], ['two']] },
    { kind: 'steps', items: [['first']] },
    { kind: 'code', lines: ['a', 'b'] },
    { kind: 'link', path: '/rule', text: ['rules'] },
    { kind: 'link', path: '/verify/verify.py', text: ['program'] },
  ] as never;
  const { page, user, container, went } = mount(<Blocks blocks={blocks} />);
  expect(page.getByRole('heading', { level: 3 }).textContent).toBe('Terms');
  expect(container.querySelector('p')?.textContent).toBe('At most 7 <b>plans</b>');
  expect(container.querySelector('[data-rule=level]')?.textContent).toBe('7');
  expect([...container.querySelectorAll('ul li, ol li, code')].map(({ textContent }) => textContent)).toEqual([
    ...['one', 'two', 'first', 'a\nb'],
  ]);
  await user.click(page.getByRole('link', { name: 'rules' }));
  expect(went).toEqual(['/rule']);
  expect([page.getByRole('link', { name: 'program' }).hasAttribute('download'), went.length]).toEqual([true, 1]);
});
