// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { deleteOwnData, exportOwnData, getDeletion } from '#contract/own-data.ts';
import { usdt } from '#core/money/amount.ts';
import { ownerQuestion } from '#web/platform/api/call-as-owner.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { ApiFailure } from '#web/platform/api/refusal.ts';
import { session } from '#web/platform/session/session.ts';
import { saveBlob } from '#web/ui/feedback/save-file.ts';
import { alerts, press } from '#web/ui/form/filled.fixture.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { DeletionCard } from './deletion-card.tsx';
import { fetchOwnData } from './fetch-own-data.ts';
import { OwnDataCard } from './own-data-card.tsx';

vi.mock(import('./fetch-own-data.ts'), () => ({ fetchOwnData: vi.fn() }));
vi.mock(import('#web/ui/feedback/save-file.ts'), () => ({ saveBlob: vi.fn(), saveFile: vi.fn() }));

beforeAll(() => useLanguage('en'));
afterEach(() => {
  session.signOut();
  vi.clearAllMocks();
});

const soon = Date.UTC(2026, 4, 1);

test('the file is saved once the owner is known; where it does not come, that is said and nothing is saved', async () => {
  const server = fakeServer();
  const { toast } = mount(<OwnDataCard />);
  server.refuse(exportOwnData, 'loginPasswordNeeded', '');
  await press('Save my data');
  await expect.poll(ownerQuestion.snapshot).not.toBeNull();
  server.refuse(exportOwnData, 'serverBusy', 'Busy at the moment');
  await ownerQuestion.snapshot()?.attempt({ login: 'secret1', factor: undefined });
  await expect.poll(toast).toBe('Busy at the moment');
  expect(fetchOwnData).not.toHaveBeenCalled();

  server.answer(exportOwnData, { ticket: 'T7', expiresAt: soon });
  vi.mocked(fetchOwnData).mockRejectedValueOnce(new ApiFailure('tooLong'));
  await press('Save my data');
  await expect.poll(toast).toBe('The answer was far too long and was broken off.');
  expect(saveBlob).not.toHaveBeenCalled();
  const file = new Blob(['zip']);
  const { promise, resolve } = Promise.withResolvers<Blob>();
  vi.mocked(fetchOwnData).mockReturnValueOnce(promise);
  await press('Save my data');
  await press('Save my data');
  resolve(file);
  await expect.poll(toast).toBe('Saved: everything that is kept about you');
  expect(vi.mocked(fetchOwnData).mock.calls).toEqual([['T7'], ['T7']]);
  expect(vi.mocked(saveBlob).mock.calls).toEqual([['clearlot-own-data.zip', file]]);
});

test('what is still open is listed with its amount and the way to it, and nothing can be deleted', async () => {
  const server = fakeServer();
  const amount = usdt(12_500_000n);
  const kinds = ['plans', 'stakes', 'financing', 'depositing', 'available', 'withdrawing'] as const;
  server.answer(getDeletion, {
    open: [{ what: 'frozen', amount: null }, ...kinds.map((what) => ({ what, amount }))],
    points: 7,
  });
  const { page, user, went } = mount(<DeletionCard onDeleted={() => undefined} />);
  expect(server.requests).toEqual([]);
  await user.click(page.getByRole('button', { name: 'See what would happen' }));
  await expect.poll(() => page.queryByText('First these have to come to an end:')).toBeTruthy();
  const links = page.getAllByRole('link').map((link) => `${link.textContent} ${link.getAttribute('href')}`);
  expect(links).toEqual([
    'Running plans12.50 /orders',
    'Orders in rounds12.50 /myOrderInfo',
    'Holdings12.50 /touzijilu',
    'A deposit under way12.50 /deposit',
    'Available: withdraw it12.50 /txmoney',
    'A withdrawal under way12.50 /txmoney',
  ]);
  expect(page.queryByRole('button', { name: 'Delete for ever' })).toBeNull();
  await user.click(page.getAllByRole('link')[0] as HTMLElement);
  expect(went).toEqual(['/orders']);
  await user.click(page.getByRole('button', { name: 'The account is frozen: lift the freeze' }));
  expect(page.queryByText('First these have to come to an end:')).toBeNull();
  // Read anew at each look, however soon: a plan may have been placed meanwhile.
  server.answer(getDeletion, { open: [{ what: 'frozen', amount: null }], points: 7 });
  await user.click(page.getByRole('button', { name: 'See what would happen' }));
  await expect.poll(() => page.queryByText('Running plans')).toBeNull();
  expect(page.queryByRole('button', { name: 'Delete for ever' })).toBeNull();
  await user.click(page.getByRole('button', { name: 'The account is frozen: lift the freeze' }));
  server.answer(getDeletion, { open: [{ what: 'plans', amount }], points: 7 });
  await user.click(page.getByRole('button', { name: 'See what would happen' }));
  await expect.poll(() => page.queryByText(/The account is frozen/)).toBeNull();
  expect(page.getByText('Running plans')).toBeTruthy();
  expect(page.queryByRole('button', { name: 'Delete for ever' })).toBeNull();
});

test('the last millionth that keeps an account open is shown, and not as nothing', async () => {
  const server = fakeServer();
  server.answer(getDeletion, { open: [{ what: 'available', amount: usdt(1n) }], points: 0 });
  const { page } = mount(<DeletionCard onDeleted={() => undefined} />);
  await press('See what would happen');
  await expect.poll(() => page.queryByText('0.000001')).toBeTruthy();
});

test('what came in since the look is shown once the deletion is refused for it', async () => {
  session.signIn('newcomer7');
  const server = fakeServer();
  server.answer(getDeletion, { open: [], points: 0 });
  const { page, user } = mount(<DeletionCard onDeleted={() => undefined} />);
  await press('See what would happen');
  await expect.poll(() => page.queryByRole('checkbox')).toBeTruthy();
  await user.click(page.getByRole('checkbox'));
  // A holding has matured meanwhile.
  server.answer(getDeletion, { open: [{ what: 'available', amount: usdt(10_014_000n) }], points: 0 });
  server.refuse(deleteOwnData, 'accountOpen', 'Something is still open');
  await press('Delete for ever');
  await expect.poll(() => page.queryByText('10.014000')).toBeTruthy();
  expect(page.queryByRole('button', { name: 'Delete for ever' })).toBeNull();
});

test('the account is deleted once, after it was read what lapses and said to be sure; a refusal leaves all as it is', async () => {
  session.signIn('newcomer7');
  const server = fakeServer();
  server.refuse(getDeletion, 'notPermitted', 'You may not');
  const onDeleted = vi.fn();
  const { page, user, toast } = mount(<DeletionCard onDeleted={onDeleted} />);
  await press('See what would happen');
  await expect.poll(alerts).toEqual([expect.stringContaining('You may not')]);
  server.answer(getDeletion, { open: [], points: 1_234 });
  await press('Try again');
  await expect.poll(() => page.queryByText(/Your 1,?234 points lapse/)).toBeTruthy();
  const now = () => page.getByRole<HTMLButtonElement>('button', { name: 'Delete for ever' });
  expect(now().disabled).toBe(true);
  await press('Cancel');
  expect(page.queryByRole('checkbox')).toBeNull();
  await press('See what would happen');
  await expect.poll(() => page.queryByRole('checkbox')).toBeTruthy();
  await user.click(page.getByRole('checkbox'));
  expect(now().disabled).toBe(false);
  server.refuse(deleteOwnData, 'accountOpen', 'A plan is running');
  await press('Delete for ever');
  await expect.poll(toast).toBe('A plan is running');
  expect([session.username(), onDeleted.mock.calls.length]).toEqual(['newcomer7', 0]);

  queryClient.setQueryData(['of the member'], 'kept');
  const held = server.hold(deleteOwnData, {});
  await press('Delete for ever');
  await press('Delete for ever');
  held.release();
  await expect.poll(() => onDeleted.mock.calls.length).toBe(1);
  expect(server.requestsTo(deleteOwnData)).toHaveLength(2);
  expect([session.username(), queryClient.getQueryData(['of the member'])]).toEqual([null, undefined]);
  expect(toast()).toBe('Done');
});
