import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contentBlock } from './content-blocks.ts';
import { tidied } from './fields.ts';
import { markNotificationsRead } from './notifications.ts';
import type { Operation } from './operation.ts';
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
