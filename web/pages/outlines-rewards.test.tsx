// @vitest-environment happy-dom
import { afterEach, beforeEach, test, vi } from 'vitest';
import { checkIn, getWeek } from '#contract/check-in.ts';
import { listRules } from '#contract/content.ts';
import { getInvitation, getInviter, getTeam, leaveTeam } from '#contract/invitations.ts';
import { listMarkets } from '#contract/market.ts';
import { listLevels } from '#contract/plans-offer.ts';
import { getMember } from '#contract/profile.ts';
import { collectTasks, listTasks } from '#contract/tasks.ts';
import { listComingLevels, listWeightEntries } from '#contract/weight.ts';
import { usdt } from '#core/money/amount.ts';
import { CheckInBadge } from '#web/features/check-in/check-in-badge.tsx';
import { CheckInSheet } from '#web/features/check-in/check-in-sheet.tsx';
import { levelOf } from '#web/features/plans/plan-presses.fixture.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { session } from '#web/platform/session/session.ts';
import { press } from '#web/ui/form/filled.fixture.ts';
import { type FakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { expectOutline } from '#web/ui/outline.fixture.ts';
import { handOn } from '#web/ui/presses.fixture.ts';
import { Page as InvitationPage } from './invitation.tsx';
import { Page as InvitePage } from './invite.tsx';
import { asMember } from './member-page.fixture.ts';
import { Page as EnvelopePage } from './red-envelope.tsx';
import { Page as RulePage } from './rules.tsx';
import { rules } from './samples-content.fixture.ts';
import * as samples from './samples-rewards.fixture.ts';
import { on } from './samples-security.fixture.ts';

const databases = memoryDatabases();
let server: FakeServer;

asMember((fake) => {
  server = fake;
  vi.stubGlobal('indexedDB', databases);
  Element.prototype.scrollIntoView = () => undefined;
  server.answer(listTasks, samples.tasks);
  server.answer(getWeek, samples.week);
  server.answer(getMember, {
    ...{ username: 'newcomer7', weight: 11, authorization: usdt(12n), available: usdt(13n), locked: usdt(14n) },
    ...{ incomeToday: usdt(15n), incomeTotal: usdt(16n), rule: 'rule', leverageUnlocked: 17, postings: 18 },
    ...{ assistance: 1_270, donated: 60 },
  });
  server.answer(getInvitation, samples.invitation);
  server.answer(getTeam, samples.team);
  server.answer(getInviter, { code: 'FRIEND77', name: 'fr***nd7' });
  server.answer(listWeightEntries, samples.weightEntries);
  server.answer(listComingLevels, samples.comingLevels);
  server.answer(listRules, rules);
  server.refuse(listMarkets, 'notPermitted', 'No markets');
  server.answer(listLevels, [
    levelOf(2, {
      weightMin: 1_500,
      amountMin: usdt(50_000_000n),
      maximumProfit: 0.3,
      maximumLoss: 0.21,
      leverageMax: 9,
    }),
    levelOf(1, {
      weightMin: 0,
      amountMax: usdt(1_234_567_890n),
      maximumProfit: 0.125,
      maximumLoss: 0.1,
      leverageMax: 4,
    }),
    levelOf(3, { weightMin: 4_500, lockedBy: 'weight', maximumProfit: 1.5, maximumLoss: 1, leverageMax: 20 }),
  ]);
});
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }).setSystemTime(on(4, 13)));
afterEach(() => {
  vi.useRealTimers();
  databases.forget();
});

const envelope = () => mount(<EnvelopePage />, { path: '/hongbao' });

test('the red envelope with tasks in every state, and its collection', async () => {
  const { container, page } = envelope();
  await expectOutline(container);
  server.answer(collectTasks, { points: 1_438, weight: 3, collected: ['checkedIn'] });
  const tasks = samples.tasks.tasks.map((task) => ({ ...task, state: 'collected' as const }));
  server.answer(listTasks, { ...samples.tasks, tasks, before: [], weight: 40, promotion: 13_783 });
  await press('Open the envelope');
  await page.findByText('Today’s tasks are all collected');
  await expectOutline(container);
});

test('the red envelope of a day on which nothing is done, whose opening is refused', async () => {
  const tasks = samples.tasks.tasks.map((task) => ({ ...task, state: 'open' as const }));
  server.answer(listTasks, { ...samples.tasks, tasks, before: [], weight: 0, promotion: 0 });
  await expectOutline(envelope().container);
});

test('the red envelope that cannot be read', async () => {
  server.refuse(listTasks, 'notPermitted', 'Not now');
  await expectOutline(envelope().container);
});

test('the check-in of a day that is open, refused, then done', async () => {
  const { container, page } = mount(<CheckInSheet open onClose={() => undefined} />);
  await page.findByText('Check in');
  await expectOutline(container);
  server.refuse(checkIn, 'alreadyCheckedIn', 'You have checked in already');
  await press('Check in');
  await page.findAllByText('You have checked in already');
  await expectOutline(container);
  server.answer(checkIn, { w: 4, points: 15 });
  server.answer(
    getWeek,
    samples.week.map((day) => ({ ...day, isCheckedIn: day.isCheckedIn || day.isToday })),
  );
  await press('Check in');
  await page.findByText('Signed in');
  await expectOutline(container);
});

test('the check-in whose week, and whose points, cannot be read', async () => {
  server.refuse(getMember, 'notPermitted', 'No points now');
  const { container, unmount } = mount(<CheckInSheet open onClose={() => undefined} />);
  await expectOutline(container);
  unmount();
  queryClient.clear();
  server.refuse(getWeek, 'notPermitted', 'No week now');
  await expectOutline(mount(<CheckInSheet open onClose={() => undefined} />).container);
});

test('the heart that opens the check-in', async () => {
  await expectOutline(mount(<CheckInBadge />).container);
});

test('the invitation of a member with a team, each of its levels, and the way out of it', async () => {
  server.answerBy(getTeam, ({ fields }) => ({
    ...samples.team,
    members: fields.level === '1' ? samples.team.members : [],
  }));
  const mounted = mount(<InvitationPage />, { path: '/invitation' });
  const { container } = mounted;
  await mounted.page.findByLabelText('QR code of your invitation link');
  await expectOutline(container);
  for (const level of ['Level two', 'Level three']) {
    await press(level);
    await expectOutline(container);
  }
  await handOn(mounted).press('Leave the team');
  await expectOutline(container);
});

test('the invitation of a member who was invited by the house and has no team', async () => {
  server.answer(getInvitation, { ...samples.invitation, inviters: [], milestones: [] });
  const levels = samples.team.levels.map(({ level }) => ({
    ...{ level, members: 0, isMore: false, points: { firstResult: 0, firstWeek: 0 }, rules: [] },
  }));
  server.answer(getTeam, { levels, members: [] });
  const { container, page } = mount(<InvitationPage />, { path: '/invitation' });
  await page.findByLabelText('QR code of your invitation link');
  await expectOutline(container);
});

test('the invitation of a member who left the teams, and of one who learned nothing yet', async () => {
  server.refuse(getTeam, 'notPermitted', 'No team now');
  server.answer(getInvitation, { ...samples.invitation, leftAt: on(4, 3, 4, 5) });
  const left = mount(<InvitationPage />, { path: '/invitation' });
  await left.page.findByLabelText('QR code of your invitation link');
  await expectOutline(left.container);
  left.unmount();
  queryClient.clear();
  server.answer(getInvitation, { ...samples.invitation, milestones: [] });
  server.refuse(leaveTeam, 'inviterUnset', 'Nobody invited you');
  const seen = mount(<InvitationPage />, { path: '/invitation' });
  await seen.page.findByLabelText('QR code of your invitation link');
  await expectOutline(seen.container);
});

test('the page of an invitation link: for a visitor, for a member, of the house', async () => {
  session.signOut();
  const visitor = mount(<InvitePage />, { path: '/Invite?code=FRIEND77' });
  await expectOutline(visitor.container);
  visitor.unmount();
  session.signIn('newcomer7');
  const member = mount(<InvitePage />, { path: '/Invite?code=FRIEND77' });
  await expectOutline(member.container);
  member.unmount();
  session.signOut();
  server.answer(getInviter, { code: 'CLEARLOT', name: null });
  await expectOutline(mount(<InvitePage />, { path: '/Invite' }).container);
});

test('an invitation link whose code is unknown, and one that cannot be read', async () => {
  session.signOut();
  server.refuse(getInviter, 'inviteUnknown', 'This invitation code does not exist');
  const unknown = mount(<InvitePage />, { path: '/Invite?code=NOBODY77' });
  await expectOutline(unknown.container);
  unknown.unmount();
  queryClient.clear();
  server.refuse(getInviter, 'tooManyRequests', 'Too many');
  await expectOutline(mount(<InvitePage />, { path: '/Invite?code=NOBODY77' }).container);
});

test('the rules with the score of a member, its entries, the levels and what is decided of them', async () => {
  const { container, page } = mount(<RulePage />, { path: '/rule?id=engine' });
  await page.findByText(/This phone had seen none of them before/);
  await expectOutline(container);
});

test('the rules for a score that opens everything, with entries that differ from those of before', async () => {
  const first = mount(<RulePage />, { path: '/rule' });
  await first.page.findByText(/This phone had seen none of them before/);
  first.unmount();
  queryClient.clear();
  const { entries } = samples.weightEntries;
  server.answer(listWeightEntries, {
    score: 9_999,
    entries: entries.slice(0, 5).map((entry, place) => ({ ...entry, points: entry.points + (place === 2 ? 100 : 0) })),
  });
  server.answer(listComingLevels, []);
  const { container, page } = mount(<RulePage />, { path: '/rule' });
  await page.findByRole('alert');
  await expectOutline(container);
});

test('the rules of a member without a score, and those that cannot be read', async () => {
  server.answer(listWeightEntries, { score: 0, entries: [] });
  server.answer(listRules, []);
  const empty = mount(<RulePage />, { path: '/rule' });
  await expectOutline(empty.container);
  empty.unmount();
  queryClient.clear();
  for (const [place, read] of [listWeightEntries, listRules, listLevels].entries()) {
    server.refuse(read, 'notPermitted', `Not now: ${place}`);
  }
  await expectOutline(mount(<RulePage />, { path: '/rule' }).container);
});
