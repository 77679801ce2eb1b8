// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { excludeMyself, getLimits, liftExclusion, setLossLimit } from '#contract/limits.ts';
import { usdt } from '#core/money/amount.ts';
import { ExclusionCard } from '#web/features/limits/exclusion-card.tsx';
import { ExclusionNotice } from '#web/features/limits/exclusion-notice.tsx';
import { LimitsCard } from '#web/features/limits/limits-card.tsx';
import { LimitsReminder } from '#web/features/limits/limits-reminder.tsx';
import { queryClient } from '#web/platform/api/query-client.ts';
import { type FakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { expectOutline, outlineOf } from '#web/ui/outline.fixture.ts';
import { handOn } from '#web/ui/presses.fixture.ts';
import { asMember } from './member-page.fixture.ts';
import { atSampleTime } from './money-moments.fixture.ts';
import { endingEarly, excluded, limits, oneLimit } from './samples-limits.fixture.ts';

let server: FakeServer;
atSampleTime();
asMember((opened) => {
  server = opened;
  server.answer(getLimits, limits);
});

const everything = (
  <>
    <LimitsCard />
    <ExclusionCard />
    <ExclusionNotice />
    <LimitsReminder worst={usdt(-140_376_543n)} />
    <LimitsReminder worst={usdt(-140_376_544n)} />
    <LimitsReminder worst={null} />
  </>
);

test('limits with changes that wait, one limit, none that can be read, an exclusion, and one that ends early', async () => {
  for (const set of [limits, oneLimit, excluded, endingEarly]) {
    server.answer(getLimits, set);
    const { container, unmount } = mount(everything);
    expect(outlineOf(container)).toMatchSnapshot();
    await expectOutline(container);
    unmount();
    queryClient.clear();
  }
  server.refuse(getLimits, 'internalError', 'Not now');
  await expectOutline(mount(everything).container);
});

for (const [period, set] of [
  ['Daily loss limit', limits],
  ['Weekly loss limit', limits],
  ['Daily loss limit', oneLimit],
] as const) {
  test(`the ${period.toLowerCase()} that is changed wrongly, then loosened and refused, with ${set === limits ? 'one' : 'none'} before`, async () => {
    server.answer(getLimits, set);
    const mounted = mount(<LimitsCard />);
    const { press, fill } = handOn(mounted);
    await press(new RegExp(`^${period}`));
    await expectOutline(mounted.container);
    await press('Set the limit');
    await expectOutline(mounted.container);
    await fill('Limit in USDT', '9000.5');
    await expectOutline(mounted.container);
    server.refuse(setLossLimit, 'amountInvalid', 'No such limit');
    await press('Set the limit');
    await expect.poll(() => outlineOf(mounted.container)).toContain('No such limit');
    await expectOutline(mounted.container);
  });
}

test('an exclusion that is chosen, confirmed and refused', async () => {
  server.refuse(excludeMyself, 'internalError', 'Not now');
  const mounted = mount(<ExclusionCard />);
  const { press } = handOn(mounted);
  await press('Take a break');
  await expectOutline(mounted.container);
  await press('30 days');
  await expectOutline(mounted.container);
  const buttons = [...mounted.container.querySelectorAll<HTMLElement>('dialog[open] button')];
  await mounted.user.click(buttons.at(-1) as HTMLElement);
  await expect.poll(() => mounted.toast()).toBe('Not now');
  await expectOutline(mounted.container);
});

test('an exclusion that is made longer, and one that is ended early', async () => {
  server.answer(getLimits, excluded);
  server.refuse(liftExclusion, 'exclusionNotLiftable', 'It cannot end early');
  const mounted = mount(<ExclusionCard />);
  const { press } = handOn(mounted);
  await press('Make it longer');
  await press('180 days');
  await expectOutline(mounted.container);
  mounted.unmount();
  const ending = mount(<ExclusionCard />);
  await handOn(ending).press('End it early');
  await expectOutline(ending.container);
});
