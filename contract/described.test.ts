import { expect, test } from 'vitest';
import { operations } from './api.ts';
import { describedOperation, describedRefusals } from './described.fixture.ts';

const byFeature = Map.groupBy(operations, ({ feature }) => feature);

for (const [feature, named] of byFeature) {
  test(`what callers know of ${feature}: calls, what their fields accept and refuse, answers, refusals`, () => {
    expect(`\n${named.map(describedOperation).join('\n')}\n`).toMatchSnapshot();
  });
}

test('every refusal has its status', () => {
  expect(`\n${describedRefusals()}\n`).toMatchSnapshot();
});
