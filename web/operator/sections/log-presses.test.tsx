// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import { actsPerPage, getOperatorLogState, listOperatorActs } from '#contract/operators-log.ts';
import { mountDesk, operatorServer, useConsoleInEnglish } from '../console.fixture.tsx';
import { Log } from './log.tsx';

beforeAll(useConsoleInEnglish);

const act = {
  ...{
    id: '900',
    operator: 'bert',
    role: 'finance' as const,
    act: 'memberFrozen',
    subject: 'member 1111222233334444',
    reason: 'lost',
  },
  ...{ member: '1111222233334444', detail: { until: 'May', by: 'phone' }, at: Date.UTC(2026, 4, 1) },
  ...{ position: '1041', hash: 'abcdef0123456789'.repeat(4) },
};
const newer = {
  ...{ ...act, id: '901', act: 'somethingNew', subject: 'operator carl', member: null, detail: {} },
  ...{ position: null, hash: null },
};

test('an act stands with who, what, on whom and why; its member under the console’s number', async () => {
  const server = operatorServer('auditor');
  server.answer(listOperatorActs, [newer, act]);
  server.answer(getOperatorLogState, { position: '1042', hash: 'ff'.repeat(32), waiting: 3 });
  const page = mountDesk(<Log />);
  await expect
    .poll(() => page.rows('Log').map((row) => row.slice(1)))
    .toEqual([
      ['bert · Finance', 'somethingNew', 'operator carl', 'lost', '', 'Waiting', ''],
      [
        ...['bert · Finance', 'Account frozen', 'member 1111222233334444', 'lost', 'until: May, by: phone', '1,041'],
        'abcdef0123456789',
      ],
    ]);
  expect(page.container.querySelector('table a')?.getAttribute('href')).toBe('/operator/members/1111222233334444');
  await expect
    .poll(() => ['Position', 'Hash', 'Acts not chained yet'].flatMap(page.facts))
    .toEqual([...['1,042', 'ff'.repeat(32), '3']]);
});

test('the log is filtered by operator and act, from its first page on', async () => {
  const server = operatorServer('auditor');
  server.answer(getOperatorLogState, { position: '0', hash: '0', waiting: 0 });
  const full = Array.from({ length: actsPerPage }, (_, place) => ({ ...newer, id: String(1_000 - place) }));
  server.answerBy(listOperatorActs, ({ fields }) =>
    fields.operator || fields.act ? [] : fields.before ? [act] : full,
  );
  const page = mountDesk(<Log />);
  await expect.poll(() => page.rows('Log')).toHaveLength(actsPerPage);
  await page.press('Next page');
  await expect.poll(() => page.rows('Log')).toHaveLength(1);
  expect(server.requestsTo(listOperatorActs).at(-1)?.fields).toEqual({ before: String(1_001 - actsPerPage) });
  await page.choose('Act', 'memberFrozen');
  await expect.poll(page.words).toContain('No act matches.');
  expect(server.requestsTo(listOperatorActs).at(-1)?.fields).toEqual({ act: 'memberFrozen' });
  await page.choose('Act', 'any');
  await expect.poll(() => page.rows('Log')).toHaveLength(actsPerPage);
  await page.press('Next page');
  await expect.poll(() => page.rows('Log')).toHaveLength(1);
  await page.write('Operator', ' bert ');
  await expect.poll(() => server.requestsTo(listOperatorActs).at(-1)?.fields).toEqual({ operator: 'bert' });
});

test('under a filter that no operator can match, no act of another one is shown', async () => {
  const server = operatorServer('auditor');
  server.answer(getOperatorLogState, { position: '0', hash: '0', waiting: 0 });
  server.answerBy(listOperatorActs, ({ fields }) => (fields.act || fields.operator ? [] : [newer, act]));
  const page = mountDesk(<Log />);
  await expect.poll(() => page.rows('Log')).toHaveLength(2);
  await page.choose('Act', 'memberFrozen');
  await expect.poll(page.words).toContain('No act matches.');
  await page.write('Operator', 'B');
  await expect.poll(page.words).toContain('An operator’s name has 2-40 small letters');
  expect(page.rows('Log')).toEqual([]);
  await page.write('Operator', 'bo');
  await expect
    .poll(() => server.requestsTo(listOperatorActs).at(-1)?.fields)
    .toEqual({ act: 'memberFrozen', operator: 'bo' });
  expect(server.requestsTo(listOperatorActs).filter(({ fields }) => Object.keys(fields).length === 0)).toHaveLength(1);
});
