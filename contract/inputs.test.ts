import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { exclusionDays } from '#core/limits/exclusion.ts';
import { proposeFunding } from './books.ts';
import { getWeek } from './check-in.ts';
import { contentBlock } from './content-blocks.ts';
import { tidied } from './fields.ts';
import { getHome } from './home.ts';
import { excludeMyself } from './limits.ts';
import { markNotificationsRead } from './notifications.ts';
import type { Operation } from './operation.ts';
import { operatorPattern } from './operator-fields.ts';
import { updateProfile } from './profile-update.ts';
import { sendMessage } from './support.ts';
import { listMovements } from './wallet-movements.ts';

/** What an input is refused as, by the first issue; null where it is taken. */
function refusalOf({ input }: Operation, fields: Readonly<Record<string, string>>): string | null {
  const read = z.safeDecode(input, fields as never);
  return read.success ? null : (read.error.issues[0]?.message ?? '');
}

test('a text is kept composed, with single spaces and none around it', () => {
  expect(tidied('  Zoe\u0308   de  Ruiz ')).toBe('Zo\u00eb de Ruiz');
});

test('a message says something, and a pin is named by its kind and its id together', () => {
  const id = 'message-0000000001';
  const pinned = { pin: 'plan', pinned: '0123456789ABCDEF' };
  expect(refusalOf(sendMessage, { id })).toBe('messageMissing');
  expect(refusalOf(sendMessage, { id, text: ' \n ' })).toBe('messageInvalid');
  expect(refusalOf(sendMessage, { id, ...pinned })).toBeNull();
  expect(refusalOf(sendMessage, { id, text: 'Where?', pin: pinned.pin })).toBe('pinUnknown');
  expect(refusalOf(sendMessage, { id, text: 'Where?', pinned: pinned.pinned })).toBe('pinUnknown');
});

test('either one notification is marked as read, or all up to a place', () => {
  expect(refusalOf(markNotificationsRead, { id: 't1' })).toBeNull();
  expect(refusalOf(markNotificationsRead, { through: '1.2' })).toBeNull();
  expect(refusalOf(markNotificationsRead, {})).toBe('notificationUnknown');
  expect(refusalOf(markNotificationsRead, { id: 't1', through: '1.2' })).toBe('notificationUnknown');
});

test('the records of a day are asked for by a day that the calendar has', () => {
  for (const from of ['2026-02-28', '2028-02-29']) expect(refusalOf(listMovements, { from }), from).toBeNull();
  for (const from of ['2026-02-31', '2026-02-29', '2026-13-01', '2026-1-1', '1999-01-01'])
    expect(refusalOf(listMovements, { from }), from).toBe('recordRangeUnknown');
});

test('a link of a text leads into the app or to a file of the verifiers, and nowhere else', () => {
  const isTaken = (path: string) => z.safeDecode(contentBlock, { kind: 'link', path, text: ['there'] }).success;
  for (const path of ['/', '/rule', '/helpDetail?id=fees', '/verify/verify_round.py'])
    expect(isTaken(path), path).toBe(true);
  for (const path of [
    '//evil',
    '//evil.example/a.py',
    'https://evil.example',
    '/\\evil',
    '/verify/../a.py',
    '/rule?to=x',
  ])
    expect(isTaken(path), path).toBe(false);
});

test('a member is excluded for the days that were asked for', () => {
  const decoded = exclusionDays.map((days) => z.decode(excludeMyself.input, { days: String(days) } as never));
  expect(decoded).toEqual(exclusionDays.map((days) => ({ days })));
});

test('a name can be taken away, and what is given in its place is one', () => {
  expect(refusalOf(updateProfile, { realname: '', nickname: '' })).toBeNull();
  expect(refusalOf(updateProfile, { realname: ' ' })).toBe('realNameInvalid');
  expect(refusalOf(updateProfile, { nickname: '<b>' })).toBe('nicknameInvalid');
});

test('a funding has a bound, and an operator’s name one spelling', () => {
  const funding = { account: 'rounds', reason: 'more rounds' };
  expect(refusalOf(proposeFunding, { ...funding, amount: '1000000000' })).toBeNull();
  expect(refusalOf(proposeFunding, { ...funding, amount: '1000000000.000001' })).toBe('fundingTooLarge');
  expect(['anna', 'Anna', 'annA', '1anna', 'a'].map((name) => operatorPattern.test(name))).toEqual([
    ...[true, false, false, false, false],
  ]);
});

test('the cells of a week and of the uptime say of each what it is', () => {
  const day = { weekday: 1, points: 1 } as const;
  const week = [
    { ...day, isCheckedIn: true, isToday: false },
    { ...day, weekday: 2, isCheckedIn: false, isToday: true },
  ] as const;
  expect(z.decode(getWeek.output, z.encode(getWeek.output, [...week]))).toEqual(week);
  const component = { id: 'ledger', now: 'up', checks: 1, answered: 1 } as const;
  const cells = ['up', 'degraded', 'down', 'unmeasured'] as const;
  const home = {
    ...{ platform: null, settled: [] },
    uptime: { from: 0, measuredAt: 0, components: [{ ...component, cells: [...cells] }] },
  };
  const wire = z.encode(getHome.output, home as never);
  expect(JSON.stringify(wire)).toContain('"udx-"');
  expect(z.decode(getHome.output, wire)).toMatchObject({ uptime: { components: [{ cells }] } });
});
