import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  closePasswordRequests,
  type ListedRecovery,
  listEndedRecoveries,
  listOpenRecoveries,
  listPasswordRequests,
  proposeRecovery,
} from '#contract/identity-operators.ts';
import { decideApproval, listApprovals } from '#contract/operators-approvals.ts';
import { codeAt } from '#server/platform/factors/authenticator-code.ts';
import { type ConsoleWorld, hourMs, openConsoleWorld } from './console-world.fixture.ts';
import { code } from './money-world.fixture.ts';
import { loginPassword, Phone } from './phone.fixture.ts';
import type { WireCaller } from './wire-caller.fixture.ts';

const names = ['zoerec1', 'annrec2', 'bobrec3', 'cidrec4', 'danrec5'] as const;
let world: ConsoleWorld;
let desks: Record<'olga' | 'sue' | 'sam' | 'fay' | 'abe', WireCaller>;
const phones = new Map<string, Phone>();
const numbers = new Map<string, string>();

beforeAll(async () => {
  world = await openConsoleWorld();
  desks = await world.desks({ olga: 'owner', sue: 'support', sam: 'support', fay: 'finance', abe: 'auditor' });
  for (const name of names) {
    const phone = await world.member(name);
    const number = await world.numberOf(phone);
    world.answers.name(number, name);
    phones.set(name, phone);
    numbers.set(name, number);
    // The last one has nothing to lose.
    if (name !== 'danrec5') await addApp(phone);
  }
});
afterAll(() => world?.close());

async function addApp(phone: Phone): Promise<void> {
  const { secret } = (await phone.post('/account/authenticator/start')).url as { secret: string };
  const form = { password: loginPassword, factor: codeAt(secret, world.wallNow()) };
  expect((await phone.post('/account/authenticator/confirm', form)).code).toBeUndefined();
}

/** Asks for a new login password of that member, as anybody can; gives the request's number. */
async function askForPassword(username: string): Promise<string> {
  await world.pass(hourMs);
  const phone = new Phone(world.app.address);
  await phone.drawCaptcha();
  const form = { username, password: 'newer88bird', repassword: 'newer88bird', code };
  const { url, code: refusal } = await phone.post('/login/password/request', form);
  expect(refusal).toBeUndefined();
  return (url as { request: string }).request;
}

test('requests and recoveries are answered to the desk by their age, with states, approvals and what each may decide', async () => {
  const { ask, pass, answers } = world;
  const reason = 'seen on a video call';
  const numberOf = (name: string) => numbers.get(name) ?? '';
  const wanted = await askForPassword('cidrec4');
  await askForPassword('annrec2');
  await askForPassword('danrec5');
  await askForPassword('annrec2');
  await pass(hourMs);
  const requests = await ask<{ member: string; lastAskedAt: string }[]>('requests', desks.abe, listPasswordRequests);
  await ask('requests after the first', desks.fay, listPasswordRequests, { after: requests[0]?.member ?? '' });
  await ask('requests after no number', desks.fay, listPasswordRequests, { after: 'x' });
  const propose = (what: string, name: string, more: Readonly<Record<string, string>> = {}, by = desks.sue) =>
    ask<{ id: string }>(what, by, proposeRecovery, { member: numberOf(name), reason, ...more });
  const first = await propose('of factors', 'zoerec1');
  await propose('of the same again', 'zoerec1');
  await pass(hourMs);
  await propose('of every way in', 'cidrec4', { request: wanted }, desks.sam);
  await propose('by a request that is another’s', 'bobrec3', { request: wanted });
  await propose('of nothing that is lost', 'danrec5');
  await propose('for no reason', 'bobrec3', { reason: '' });
  await propose('by finance', 'bobrec3', {}, desks.fay);
  await ask('of no member', desks.sue, proposeRecovery, { member: '0000000000000001', reason });
  await pass(hourMs);
  await propose('a third', 'bobrec3', { reason: 'knew the last deposit' }, desks.olga);
  await ask('requests then', desks.abe, listPasswordRequests);
  const last = requests.find(({ member }) => member === numberOf('annrec2'));
  const through = String(new Date(last?.lastAskedAt ?? 0).getTime());
  const close = (what: string, fields: Readonly<Record<string, string>>, by = desks.sue) => {
    answers.name(through, 'last asked at');
    return ask(what, by, closePasswordRequests, {
      member: numberOf('annrec2'),
      through,
      reason: 'notByOwner',
      ...fields,
    });
  };
  await close('closed for a reason of no list', { reason: 'disliked' });
  await close('closed by finance', {}, desks.fay);
  await close('closed', {});
  await close('closed again', {});
  await ask('open, to support', desks.sam, listOpenRecoveries);
  await ask('open, to an auditor, after the first', desks.abe, listOpenRecoveries, { after: first.id });
  await ask('open, after no id', desks.sam, listOpenRecoveries, { after: 'x' });
  await ask('approvals, to support', desks.sue, listApprovals);
  const open = new Map(
    (await desks.sam.done<ListedRecovery[]>(listOpenRecoveries)).map((one) => [one.username, one.approval]),
  );
  const decide = (what: string, name: string, by: WireCaller, decision = 'approved') => {
    const { id = '', hash = '' } = open.get(name) ?? {};
    return ask(what, by, decideApproval, { kind: 'recovery', id, hash, decision, reason });
  };
  await decide('approved by the one who asked', 'zoerec1', desks.sue);
  await decide('approved by finance', 'zoerec1', desks.fay);
  await decide('approved by a second', 'zoerec1', desks.sam);
  await decide('refused', 'bobrec3', desks.sam, 'refused');
  await pass(hourMs);
  await ask('open, after the decisions', desks.sue, listOpenRecoveries);
  expect((await phones.get('zoerec1')?.post('/security/recovery/cancel'))?.code).toBeUndefined();
  await ask('ended, to finance', desks.fay, listEndedRecoveries);
  await pass(24 * hourMs);
  await ask('open, after a day', desks.sue, listOpenRecoveries);
  await ask('approvals, after a day', desks.sue, listApprovals);
  await decide('approved after a day', 'cidrec4', desks.sue);
  await propose('asked for anew', 'cidrec4', { request: wanted }, desks.sue);
  const ended = await ask<{ id: string }[]>('ended', desks.abe, listEndedRecoveries);
  await ask('ended before', desks.abe, listEndedRecoveries, { before: ended[0]?.id ?? '' });
  await ask('ended before no id', desks.abe, listEndedRecoveries, { before: '' });
  answers.expectKept();
});
