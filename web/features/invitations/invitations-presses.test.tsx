// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { getInvitation, getInviter, getTeam, leaveTeam } from '#contract/invitations.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { session } from '#web/platform/session/session.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { type FakeStream, fakeStream } from '#web/ui/stream.fixture.ts';
import { InviteCard } from './invite-card.tsx';
import { Landing } from './landing.tsx';
import { SeenByCard } from './seen-by-card.tsx';
import { TeamCard } from './team-card.tsx';

let stream: FakeStream;

beforeAll(() => useLanguage('en'));
beforeEach(() => {
  session.signOut();
  stream = fakeStream();
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'share');
});

const invitation = { code: 'AB12CD34', inviters: [], leftAt: null, milestones: [] };
const link = `${window.location.origin}/Invite?code=AB12CD34`;

/** The phone's own sheet for sharing. */
function shareBy(share: (shared: ShareData) => Promise<void>): void {
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
}

test('the code and the link are copied, and shared by the phone where it can', async () => {
  const server = fakeServer();
  server.answer(getInvitation, invitation);
  const { page, user, container, toast } = mount(<InviteCard />);
  const copied = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(await page.findByRole('button', { name: 'Copy the code' }));
  await expect.poll(() => copied.mock.calls).toEqual([['AB12CD34']]);
  await expect.poll(toast).not.toBe('');
  const shown = /https?:\/\/\S*?AB12CD34/.exec(container.textContent ?? '')?.[0] ?? '';
  expect(shown).toBe(link);
  await user.click(page.getByRole('button', { name: 'Copy the link' }));
  await expect.poll(() => copied.mock.calls.at(-1)).toEqual([shown]);
  const share = () => user.click(page.getByRole('button', { name: 'Share the link' }));
  await share();
  await expect.poll(() => copied.mock.calls).toHaveLength(3);

  const shared = vi.fn<(of: ShareData) => Promise<void>>(async () => undefined);
  shareBy(shared);
  await share();
  await expect.poll(() => shared.mock.calls[0]?.[0]).toMatchObject({ url: shown, title: 'Invitation' });
  expect(shared.mock.calls[0]?.[0].text).toContain('AB12CD34');
  shareBy(async () => {
    throw new DOMException('closed', 'AbortError');
  });
  await share();
  expect(copied).toHaveBeenCalledTimes(3);
  shareBy(async () => {
    throw new DOMException('not here', 'NotAllowedError');
  });
  await share();
  await expect.poll(() => copied.mock.calls).toHaveLength(4);
});

const level = (of: 1 | 2 | 3, members: number) => {
  return { level: of, members, isMore: false, points: { firstResult: 20 * of, firstWeek: of }, rules: [1, of] };
};
const member = { id: 'T1', name: 'ne***r7', joinedAt: 0, rewards: [] };

test('each level of the team has its own figures and members, by pages; an empty one leads to the link, a deeper one does not', async () => {
  const server = fakeServer();
  const members = Array.from({ length: 21 }, (_, place) => ({ ...member, id: `T${10 + place}`, name: `m***${place}` }));
  server.answerBy(getTeam, ({ fields }) => {
    const levels = [level(1, 21), level(2, 0), level(3, 5)];
    if (fields.level !== '1') return { levels, members: [] };
    return { levels, members: fields.before ? members.slice(20) : members.slice(0, 20) };
  });
  const onInvite = vi.fn();
  const { page, user, container } = mount(<TeamCard onInvite={onInvite} />);
  await page.findByText('m***0');
  expect(container.textContent).toMatch(/Members21Your points21.*\+20.*\+1rules, version 1, 1/);
  await user.click(page.getByRole('button', { name: 'Show earlier entries' }));
  await page.findByText('m***20');
  await user.click(page.getByText('Level three'));
  await page.findByText('Members whom your team invites appear here.');
  expect(container.textContent).toMatch(/Members5Your points63.*\+60.*\+3/);
  expect(page.queryByRole('button', { name: 'To the link' })).toBeNull();
  expect(server.requestsTo(getTeam).map(({ fields }) => fields)).toEqual([
    ...[{ level: '1' }, { level: '1', before: 'T29' }, { level: '3' }],
  ]);
  server.answer(getTeam, { levels: [level(1, 0)], members: [] });
  queryClient.clear();
  await user.click(page.getByText('Level one'));
  await user.click(await page.findByRole('button', { name: 'To the link' }));
  expect(onInvite).toHaveBeenCalledOnce();
});

test('who joins while the team is open is celebrated; a change of another kind is not, and a failure can be tried again', async () => {
  const server = fakeServer();
  server.refuse(getTeam, 'internalError', 'Something failed');
  const { page, user, container, toast } = mount(<TeamCard onInvite={() => undefined} />);
  await page.findByText('Something failed');
  expect(container.textContent).not.toContain('Members');
  server.answer(getTeam, { levels: [level(1, 1)], members: [member] });
  await user.click(page.getByRole('button', { name: 'Try again' }));
  await page.findByText('ne***r7');
  await stream.send('team', { change: 'points' });
  expect(container.querySelector('[style*="--turn"]')).toBeNull();
  expect(toast()).toBe('');
  await stream.send('team', { change: 'joined' });
  await expect.poll(toast).toBe('Somebody has joined your team');
  expect(container.querySelector('[style*="--turn"]')).not.toBeNull();
});

test('who sees a member is listed; leaving asks first, says a refusal in its dialog, and is read again', async () => {
  const server = fakeServer();
  const inviters = [
    { level: 1 as const, name: 'an***ee' },
    { level: 2 as const, name: null },
  ];
  server.answer(getInvitation, { ...invitation, inviters, milestones: ['firstResult'] });
  const { page, user, container, toast } = mount(<SeenByCard />);
  await page.findByText('an***ee');
  expect(container.textContent).toMatch(/an\*\*\*eeInvited you.*Has leftTwo levels above you/);
  expect(container.textContent).toContain('So far they see: First result verified.');
  const leave = () => page.getAllByRole('button', { name: 'Leave the team' });
  await user.click(leave()[0] as HTMLElement);
  await user.click(page.getByRole('button', { name: 'Stay' }));
  expect(page.queryByRole('dialog')).toBeNull();
  expect(server.requestsTo(leaveTeam)).toEqual([]);
  await user.click(leave()[0] as HTMLElement);
  server.refuse(leaveTeam, 'inviterUnset', 'You are in no team');
  await user.click(leave().at(-1) as HTMLElement);
  expect((await page.findByRole('alert')).textContent).toBe('You are in no team');
  server.answer(leaveTeam, { leftAt: 0 });
  server.answer(getInvitation, { ...invitation, inviters, leftAt: new Date(2026, 4, 1, 10).getTime() });
  await user.click(leave().at(-1) as HTMLElement);
  await expect.poll(() => container.textContent).toContain('Nobody, since you left on May 1, 2026, 10:00:00');
  expect(toast()).not.toBe('');
  expect(page.queryByRole('dialog')).toBeNull();
});

test('a member whom the house invited is seen by nobody, and one without a milestone with none', async () => {
  const server = fakeServer();
  server.answer(getInvitation, invitation);
  const { container, unmount } = mount(<SeenByCard />);
  await expect.poll(() => container.textContent).toContain('Nobody: the house invited you');
  unmount();
  queryClient.clear();
  server.answer(getInvitation, { ...invitation, inviters: [{ level: 1, name: 'an***ee' }] });
  const other = mount(<SeenByCard />);
  await expect.poll(() => other.container.textContent).toContain('that you have reached no milestone');
});

test('a link leads a visitor to the registration with its code; a member is led to their own instead', async () => {
  const server = fakeServer();
  server.answer(getInviter, { code: 'AB12CD34', name: 'an***ee' });
  const { page, user, went, container, unmount } = mount(<Landing code="ab12cd34" />);
  await page.findByText('an***ee invites you');
  expect(container.textContent).toContain('What your inviter would see');
  expect(page.getByText('Already a member? Sign in').getAttribute('href')).toBe('/login');
  await user.click(page.getByRole('button', { name: 'Register with AB12CD34' }));
  expect(went).toHaveLength(1);
  expect(went[0]).toContain('AB12CD34');
  expect(server.requestsTo(getInviter)[0]?.fields).toEqual({ code: 'ab12cd34' });
  unmount();
  session.signIn('member01');
  const own = mount(<Landing code="AB12CD34" />);
  await page.findByText('an***ee invites you');
  await user.click(page.getByText('Your own invitation'));
  expect(own.went).toEqual(['/invitation']);
  expect(own.container.textContent).not.toMatch(/Register with|Sign in/);
});

test('the house invites by its own name; an unknown code is offered the house’s, and a failure can be tried again', async () => {
  const server = fakeServer();
  server.refuse(getInviter, 'inviteUnknown', 'There is no such code');
  const { page, user, went, unmount } = mount(<Landing code="ZZZZZZZZ" />);
  await page.findByText('There is no such code');
  await user.click(page.getByRole('button', { name: /Register with/ }));
  const [house = ''] = /[^=/]+$/.exec(went[0] ?? '') ?? [];
  expect(house).not.toBe('ZZZZZZZZ');
  unmount();
  server.refuse(getInviter, 'internalError', 'Something failed');
  const failed = mount(<Landing code={house} />);
  await page.findByText('Something failed');
  server.answer(getInviter, { code: house, name: null });
  await user.click(page.getByRole('button', { name: 'Try again' }));
  await page.findByText('Clearlot invites you');
  expect(failed.container.textContent).not.toContain('What your inviter would see');
});
