// @vitest-environment happy-dom
import { afterEach, beforeEach, test, vi } from 'vitest';
import { listSessions, listSignIns } from '#contract/identity.ts';
import { getRecovery, getSecondFactors } from '#contract/identity-factors.ts';
import { getLimits } from '#contract/limits.ts';
import { getAccountInfo } from '#contract/profile-account.ts';
import { getWithdrawalPassword, listSecurityActs } from '#contract/security.ts';
import { fakePasskeys } from '#web/features/identity/passkeys.fixture.ts';
import { ActHistory } from '#web/features/security/act-history.tsx';
import { answerCaptcha, press } from '#web/ui/form/filled.fixture.ts';
import { type FakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { expectOutline } from '#web/ui/outline.fixture.ts';
import { asMember } from './member-page.fixture.ts';
import * as samples from './samples-security.fixture.ts';
import { Page as SecurityPage } from './security-center.tsx';

const { on } = samples;
const reads = [
  ...[listSessions, listSignIns, getRecovery, getSecondFactors, getLimits, getAccountInfo],
  ...[getWithdrawalPassword, listSecurityActs],
] as const;
let server: FakeServer;

asMember((fake) => {
  server = fake;
  answerCaptcha(server);
  server.answer(getRecovery, {
    waiting: { approvedAt: on(4, 12, 9, 9), takesEffectAt: on(4, 15, 9, 10), replacesPassword: false },
    freezeHoldsUntil: null,
  });
  server.answer(getWithdrawalPassword, {
    isSet: true,
    reset: { requestedAt: on(4, 13, 6, 6), activeFrom: on(4, 14, 6, 8) },
  });
  server.answer(getAccountInfo, samples.account);
  server.answer(getSecondFactors, samples.factors);
  server.answer(getLimits, samples.limits);
  server.answer(listSessions, samples.sessions);
  server.answer(listSecurityActs, samples.acts);
  server.answer(listSignIns, samples.signIns);
});
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }).setSystemTime(on(4, 13)));
afterEach(() => void vi.useRealTimers());

const shown = () => mount(<SecurityPage />, { path: '/securityCenter' }).container;

test('the security center of a member with everything set, a recovery and a withdrawal password that wait', async () => {
  fakePasskeys();
  await expectOutline(shown());
});

test('the security center of a frozen member with nothing set, who ends a self-exclusion early', async () => {
  const exclusion = { beganAt: on(4, 1, 3), endsAt: on(5, 1, 4), liftsAt: on(4, 14, 5, 55) };
  server.answer(getRecovery, { waiting: null, freezeHoldsUntil: null });
  server.answer(getWithdrawalPassword, { isSet: false, reset: null });
  server.answer(getAccountInfo, {
    ...samples.account,
    ...{ nickname: '', hasWithdrawalPassword: false, hasBankCard: true, frozen: true, hasAuthenticator: false },
  });
  server.answer(getSecondFactors, { authenticator: null, passkeys: [] });
  server.answer(getLimits, { ...samples.noLimits, exclusion });
  server.answer(listSessions, samples.sessions.slice(1, 2));
  server.answer(listSecurityActs, []);
  server.answer(listSignIns, samples.signIns.slice(0, 1));
  await expectOutline(shown());
});

test('the security center after a recovery whose freeze holds, with as many passkeys as there may be, excluded for long', async () => {
  fakePasskeys();
  const [passkey] = samples.factors.passkeys;
  const passkeys = Array.from({ length: 10 }, (_, place) => ({
    ...(passkey as NonNullable<typeof passkey>),
    ...{ id: `PK1${place}`, name: `Key ${place}`, addedAt: on(3, 1 + place) },
  }));
  server.answer(getRecovery, {
    waiting: { approvedAt: on(4, 12), takesEffectAt: on(4, 16, 8, 32), replacesPassword: true },
    freezeHoldsUntil: on(4, 17, 7, 21),
  });
  server.answer(getAccountInfo, { ...samples.account, frozen: true });
  server.answer(getSecondFactors, { authenticator: { since: on(2, 5, 5, 5), backupCodesLeft: 4 }, passkeys });
  server.answer(getLimits, {
    ...samples.noLimits,
    exclusion: { beganAt: on(4, 2), endsAt: on(9, 29, 22, 22), liftsAt: null },
  });
  await expectOutline(shown());
});

test('the security center whose answers are refused', async () => {
  for (const [place, read] of reads.entries()) server.refuse(read, 'notPermitted', `Refused: ${place}`);
  await expectOutline(shown());
});

test('the security center without a connection', async () => {
  for (const read of reads) server.loseConnection(read);
  await expectOutline(shown());
});

test('every act of an operator, by whom, why and on what', async () => {
  server.answerBy(listSecurityActs, ({ fields }) => (fields.by === 'operators' ? samples.actsOfOperators : []));
  const { container } = mount(<ActHistory />);
  await press('By operators');
  await expectOutline(container);
});

test('no act of an operator', async () => {
  server.answerBy(listSecurityActs, ({ fields }) => (fields.by === 'operators' ? [] : samples.acts));
  const { container } = mount(<ActHistory />);
  await press('By operators');
  await expectOutline(container);
});
