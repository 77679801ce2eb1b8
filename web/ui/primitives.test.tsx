import { beforeAll, expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { ApiFailure, ApiRefusal, SessionOver } from '#web/platform/api/refusal.ts';
import { Loaded } from './feedback/loaded.tsx';
import { Count, Money, Percent, Price } from './figure/amounts.tsx';
import { Figure } from './figure/figure.tsx';
import { AmountField } from './form/amount-field.tsx';
import { Button } from './form/button.tsx';
import { Checkbox } from './form/checkbox.tsx';
import { Field } from './form/field.tsx';
import { PasswordField } from './form/password-field.tsx';
import { Segmented } from './form/segmented.tsx';
import { Hash } from './layout/hash.tsx';
import { Labelled, LabelledRow } from './layout/labelled.tsx';
import { ListEnd } from './layout/list-end.tsx';
import { PagedList } from './layout/paged-list.tsx';
import { DateLine } from './layout/unread.tsx';
import { Icon } from './picture/icon.tsx';
import { CheckSteps } from './proof/check-steps.tsx';
import { ComparedValues } from './proof/compared-values.tsx';
import { markupOf, useLanguage, wordsOf } from './shown.fixture.tsx';
import { classNames } from './style/class-names.ts';

beforeAll(() => useLanguage('en'));

test('class names that are not set leave no trace', () => {
  expect(classNames('a', false, undefined, null, '', 'b')).toBe('a b');
  expect(classNames(false)).toBe('');
});

const nothing = () => undefined;
const query = (data: string | undefined, error: unknown = null) => ({ data, error, refetch: nothing });

test('what is read is shown; while it loads its place is kept, and a failure says what it is and can be tried again', () => {
  const shown = (of: ReturnType<typeof query>) => (
    <Loaded query={of} height={[10, 20]}>
      {(value) => <b>{value}</b>}
    </Loaded>
  );
  expect(wordsOf(shown(query('here')))).toBe('here');
  expect(wordsOf(shown(query('here', new ApiFailure('unreachable'))))).toBe('here');
  expect(markupOf(shown(query(undefined))).match(/skeleton/g)).toHaveLength(2);
  const failed = (error: unknown) => wordsOf(shown(query(undefined, error)));
  const messages = [new ApiFailure('unreachable'), new ApiFailure('timeout'), new ApiFailure('unreadable')].map(failed);
  expect(new Set(messages).size).toBe(3);
  expect(messages.every((message) => message.endsWith('Try again'))).toBe(true);
  expect(failed(new ApiRefusal('coinUnknown', 'No such coin'))).toContain('No such coin');
  expect(failed(new SessionOver())).toBe('');
});

test('a list shows what its pages have, or that it is empty, and loads more only where there is more', () => {
  const list = (pages: readonly (readonly string[])[], hasNextPage: boolean) => (
    <PagedList
      list={{
        data: { pages },
        error: null,
        hasNextPage,
        isFetchingNextPage: false,
        refetch: nothing,
        fetchNextPage: async () => ({ data: undefined, isError: true }),
      }}
      height={10}
      empty="nothing here"
      moreText="more"
    >
      {(items) => items.join(' ')}
    </PagedList>
  );
  expect(wordsOf(list([['a', 'b'], ['c']], true))).toBe('a b c more');
  expect(wordsOf(list([['a']], false))).toBe('a');
  expect(wordsOf(list([[], []], false))).toBe('nothing here');
  const end = (more: boolean, loading: boolean) =>
    wordsOf(<ListEnd more={more} loading={loading} onReach={nothing} loadingText="loading" endText="the end" />);
  expect([end(true, false), end(true, true), end(false, false)]).toEqual(['', 'loading', 'the end']);
  // Said to readers as it changes.
  expect(markupOf(<ListEnd more loading onReach={nothing} loadingText="loading" endText="the end" />)).toMatch(
    /role="status"[^>]*>loading</,
  );
});

test('a number has its source, its sign and its colour', () => {
  const money = (value: bigint, sign?: 'always') => (
    <Money source="ledger" value={usdt(value)} decimals={2} {...(sign && { sign })} />
  );
  expect(
    [money(1_234_560_000n), money(-1_234_560_000n), money(1_000_000n, 'always'), money(0n, 'always')].map((one) =>
      wordsOf(one),
    ),
  ).toEqual([...['1,234.56', '−1,234.56', '+1.00', '0.00']]);
  const tone = (value: bigint, sign?: 'always') => /up|down/.exec(markupOf(money(value, sign)))?.[0];
  expect([tone(1_000_000n, 'always'), tone(-1_000_000n, 'always'), tone(0n, 'always'), tone(-1_000_000n)]).toEqual([
    ...['up', 'down', undefined, undefined],
  ]);
  expect(wordsOf(<Percent source="market" ratio={0.015} />)).toBe('+1.50%');
  expect(wordsOf(<Percent source="market" ratio={0.015} decimals={0} sign="negative" />)).toBe('2%');
  expect(wordsOf(<Price source="market" price={1234.5} decimals={3} />)).toBe('1,234.500');
  expect(wordsOf(<Count source="ledger" count={1_234_567n} />)).toBe('1,234,567');
  for (const source of ['ledger', 'market', 'probe', 'sample'] as const) {
    expect(
      markupOf(
        <Figure source={source} mark="own">
          7
        </Figure>,
      ),
    ).toContain(`data-source="${source}"`);
  }
  expect(
    wordsOf(
      <Figure source="sample" mark="own">
        7
      </Figure>,
    ),
  ).toMatch(/sample 7/i);
  expect(
    wordsOf(
      <Labelled label="Balance" unit="USDT">
        7
      </Labelled>,
    ),
  ).toBe('Balance 7 USDT');
  // Columns share the width of a small phone, however long a figure is.
  expect(markupOf(<LabelledRow columns={3}>7</LabelledRow>)).toContain('repeat(3, minmax(0, 1fr))');
});

test('a field has its label, says what is wrong with it in place of its hint, and is marked so', () => {
  const field = (error: string | null) => (
    <Field label="Amount" name="amount" value="7" onChange={nothing} error={error} hint="at most 10" maxLength={20} />
  );
  expect(wordsOf(field(null))).toBe('Amount at most 10');
  expect(markupOf(field(null))).not.toContain('aria-invalid');
  expect(wordsOf(field('too much'))).toBe('Amount too much');
  const markup = markupOf(field('too much'));
  expect(markup).toMatch(/aria-invalid="true"/);
  expect(/for="([^"]+)"/.exec(markup)?.[1]).toBe(/<input id="([^"]+)"/.exec(markup)?.[1]);
  expect(/aria-describedby="([^"]+)"/.exec(markup)?.[1]).toBe(/<p id="([^"]+)"/.exec(markup)?.[1]);
  expect(markup).toMatch(/name="amount".*value="7"|value="7".*name="amount"/);
  const amount = <AmountField label="Amount" name="amount" value="" onChange={nothing} error={null} />;
  expect(wordsOf(amount)).toBe('Amount USDT');
  expect(markupOf(amount)).toContain('inputMode="decimal"');
  const password = <PasswordField label="Password" name="password" value="x" onChange={nothing} error={null} />;
  expect(markupOf(password)).toContain('type="password"');
  expect(markupOf(password)).toContain('autoCapitalize="none"');
});

test('what is chosen, ticked, busy or out of use is told to everybody', () => {
  const segments = [
    { value: 'a', label: 'A' },
    { value: 'b', label: 'B' },
  ];
  const pressed = [
    ...markupOf(<Segmented label="L" segments={segments} value="b" onChange={nothing} />).matchAll(
      /aria-pressed="(\w+)"/g,
    ),
  ];
  expect(pressed.map(([, is]) => is)).toEqual(['false', 'true']);
  const box = (checked: boolean, error: string | null) => (
    <Checkbox name="terms" checked={checked} onChange={nothing} error={error}>
      I agree
    </Checkbox>
  );
  expect([markupOf(box(true, null)).includes('checked=""'), markupOf(box(false, null)).includes('checked=""')]).toEqual(
    [true, false],
  );
  expect(wordsOf(box(false, 'needed'))).toBe('I agree needed');
  expect(
    markupOf(
      <Button onClick={nothing} busy>
        Go
      </Button>,
    ),
  ).toContain('aria-busy="true"');
  expect(
    markupOf(
      <Button onClick={nothing} disabled>
        Go
      </Button>,
    ),
  ).toContain('disabled=""');
  expect(markupOf(<Button onClick={nothing}>Go</Button>)).not.toMatch(/disabled|busy/);
  const at = new Date(2026, 4, 1, 10).getTime();
  expect(wordsOf(<DateLine at={at} unread="new" />)).toBe('May 1, 10:00 new');
  expect(wordsOf(<DateLine at={at} unread={null} />)).toBe('May 1, 10:00');
});

test('a check says of each step whether it holds, and what came of it; two values are shown in full', () => {
  const check = (isSame: boolean) => (
    <CheckSteps
      steps={['seed', 'root']}
      nameOf={(step) => step}
      differencesOf={(step) => (step === 'root' && !isSame ? [<i key="d">differs</i>] : [])}
      note={null}
      isSame={isSame}
      verdict={isSame ? 'the same' : 'not the same'}
    />
  );
  expect(wordsOf(check(true))).toBe('seed root the same');
  expect(wordsOf(check(false))).toBe('seed root differs not the same');
  const holds = [...markupOf(check(false)).matchAll(/data-step="(\w+)" data-holds="(\w+)"/g)].map(
    ([, step, is]) => `${step} ${is}`,
  );
  expect(holds).toEqual(['seed true', 'root false']);
  const marks = [...markupOf(check(false)).matchAll(/<svg.*?<\/svg>/g)].map(([mark]) => mark);
  expect(marks).toEqual([
    markupOf(<Icon name="check" size={16} />),
    markupOf(<Icon name="warning" size={16} />),
    markupOf(<Icon name="warning" size={18} />),
  ]);
  expect([
    markupOf(check(true)).startsWith('<div role="status"'),
    markupOf(check(false)).startsWith('<div role="alert"'),
  ]).toEqual([true, true]);
  expect(wordsOf(<ComparedValues claimed={['Published', 'abc']} computed={['Computed', 'abd']} />)).toBe(
    'Published abc Computed abd',
  );
  expect(wordsOf(<Hash label="Seed" value={null} missing="not yet" />)).toBe('Seed not yet');
  expect(wordsOf(<Hash label="Seed" value="abc" missing="not yet" />)).toBe('Seed abc');
});
