import { expect, test } from 'vitest';
import type { App } from '#server/app.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { codeAt } from '#server/platform/factors/authenticator-code.ts';
import { compose as composed } from './composed.fixture.ts';
import {
  card,
  code,
  fundedMember,
  openMoneyWorld,
  setWithdrawalPassword,
  withdrawal,
  withdrawalPassword,
} from './money-world.fixture.ts';
import { openForFile } from './open-for-file.fixture.ts';
import { loginPassword, Phone } from './phone.fixture.ts';
import { openPushService } from './push-service.fixture.ts';

const { owner, ...database } = await openForFile(async () => {
  const { drop, ...opened } = await createTestDatabase();
  return { ...opened, close: drop };
});
/** One whose clock is fast. */
const world = await openForFile(() => openMoneyWorld());
const hourMs = 3_600_000;

/** Does it with the app that these settings compose. */
async function withApp(settings: Record<string, string>, use: (app: App) => Promise<void>): Promise<void> {
  const app = await composed(database, settings).starting;
  try {
    await use(app);
  } finally {
    await app.close();
  }
}

const usually = { RATE_LIMIT: 'off' };

async function newMember(app: App, username: string): Promise<Phone> {
  const phone = new Phone(app.address);
  await phone.register(username, code);
  return phone;
}

test('passkeys of members and operators, and the sender of push messages, are of the public origin', async () => {
  const service = await openPushService();
  const settings = { PUBLIC_ORIGIN: 'https://clearlot.example', PUSH_TO_LOOPBACK: 'on' };
  await withApp({ ...usually, ...settings }, async (app) => {
    const phone = await newMember(app, 'oforigin1');
    for (const path of ['/login/passkey/start', '/operator/signin/passkey/start']) {
      expect(await phone.post(path)).toMatchObject({ status: 200, url: { rpId: 'clearlot.example' } });
    }
    const { taken, endpoint, p256dh, auth } = service.device();
    expect(await phone.post('/notifications/devices', { endpoint, p256dh, auth })).toMatchObject({ status: 200 });
    await setWithdrawalPassword(phone);
    await expect.poll(() => taken.map(({ claims }) => claims.sub)).toEqual([settings.PUBLIC_ORIGIN]);
  });
  await withApp(usually, async (app) => {
    const { endpoint, p256dh, auth } = service.device();
    const phone = await newMember(app, 'oforigin2');
    expect(await phone.post('/notifications/devices', { endpoint, p256dh, auth })).toMatchObject({ status: 422 });
  });
  await service.close();
});

test('unknown codes and registrations are bounded for a network where rates are limited, and nowhere else', async () => {
  const full = "update network_use set uses = 200 where span = 'day'";
  const codes = async (app: App): Promise<unknown> => {
    const asked = new Phone(app.address);
    for (let number = 0; number < 20; number++) await asked.get('/invitations/inviter', { code: 'NOBODY99' });
    return (await asked.get('/invitations/inviter', { code: 'NOBODY99' })).code;
  };
  await withApp({}, async (app) => {
    expect(await codes(app)).toBe('tooManyRequests');
    await newMember(app, 'bounded1');
    await owner.query(full);
    await expect(newMember(app, 'bounded2')).rejects.toThrow('registrationsOfDay');
  });
  await withApp(usually, async (app) => {
    expect(await codes(app)).toBe('inviteUnknown');
    await newMember(app, 'bounded3');
    // A guess at an operator makes the next captchas of the network harder, as one at a member does.
    await owner.query("delete from network_use where span = 'minute'");
    const guesser = new Phone(app.address);
    await guesser.drawCaptcha();
    const guess = { operator: 'nobody', password: 'wrong999', factor: '123456', code };
    expect(await guesser.post('/operator/signin', guess)).toMatchObject({ code: 'wrongCredentials' });
    const { rows: uses } = await owner.query("select uses from network_use where span = 'minute'");
    expect(uses).toEqual([{ uses: 1 }]);
  });
});

const forgetReplay = () =>
  owner.query(`
    alter table market.replay_starts disable trigger user;
    delete from market.replay_starts;
    alter table market.replay_starts enable trigger user`);

test('who replaces a forgotten password is frozen for a day, which not even the owner lifts', async () => {
  await withApp(usually, async (app) => {
    const phone = await newMember(app, 'forgets1');
    await setWithdrawalPassword(phone);
    const { url: started } = await phone.post('/account/authenticator/start', {});
    const { secret } = started as { secret: string };
    const factor = codeAt(secret, Date.now());
    const { url: confirmed } = await phone.post('/account/authenticator/confirm', { password: loginPassword, factor });
    const [backup = '', other = ''] = (confirmed as { backupCodes: string[] }).backupCodes;
    await phone.drawCaptcha();
    const anew = { oldpassword: withdrawalPassword, password: 'other456', repassword: 'other456', code };
    expect((await phone.post('/User/uppp', anew)).code).toBe('secondFactorNeeded');
    // A recovery that two operators approved: the one who uses a factor has not lost it.
    await owner.query(`
      alter table account_recovery disable trigger user;
      insert into account_recovery (member_id, id, asked_at, approved_at, takes_effect_at)
        select id, '0SAMPLE000000002', now() - interval '2 hours', now() - interval '1 hour', now() + interval '71 hours'
        from member where username = 'forgets1';
      alter table account_recovery enable trigger user`);
    const visitor = new Phone(app.address);
    await visitor.drawCaptcha();
    const fresh = { username: 'forgets1', password: 'fresh77heron', repassword: 'fresh77heron', code, factor: backup };
    expect(await visitor.post('/login/password/reset', fresh)).toMatchObject({ status: 200 });
    const { rows } = await owner.query("select outcome from account_recovery where id = '0SAMPLE000000002'");
    expect(rows).toEqual([{ outcome: 'factorUsed' }]);
    const { url: recovery } = await visitor.get('/security/recovery');
    const { freezeHoldsUntil } = recovery as { freezeHoldsUntil: string };
    expect(Math.abs(Date.parse(freezeHoldsUntil) - Date.now() - 24 * hourMs)).toBeLessThan(hourMs);
    await visitor.drawCaptcha();
    const lifted = await visitor.post('/security/unfreeze', { password: 'fresh77heron', code, factor: other });
    expect(lifted.code).toBe('freezeHolds');
  });
  // The secret of the authenticator app is sealed with the key: without a card and a replay as well nothing starts with another one.
  await forgetReplay();
  const otherKey = composed(database, { ...usually, CARD_KEY: '8'.repeat(64) }).starting;
  await expect(otherKey).rejects.toThrow('(bank cards, authenticator apps, seeds) is sealed with another key');
  await forgetReplay();
});

test('a recovery whose wait is over takes effect, and freezes the account', async () => {
  await withApp(usually, (app) => newMember(app, 'recovers1').then(() => undefined));
  await owner.query(`
    alter table account_recovery disable trigger user;
    insert into account_recovery (member_id, id, asked_at, approved_at, takes_effect_at)
      select id, '0SAMPLE000000001', now() - interval '80 hours', now() - interval '79 hours', now() - interval '2 hours'
      from member where username = 'recovers1';
    alter table account_recovery enable trigger user;
    delete from scheduled_work where name = 'recoveries'`);
  await withApp(usually, async () => {
    const outcomes = async () =>
      (await owner.query("select outcome from account_recovery where id = '0SAMPLE000000001'")).rows;
    await expect.poll(outcomes).toEqual([{ outcome: 'done' }]);
    const { rows: freezes } = await owner.query(
      `select holds_until > now() as holds from account_freeze join member on member.id = member_id where username = 'recovers1'`,
    );
    expect(freezes).toEqual([{ holds: true }]);
  });
});

test('a plan of which the result is known is held against what the phone computed', async () => {
  const phone = await world.fundedMember('verifies1');
  const form = { id: '1', coin: 'ETH', multiple: '3', price: '100' };
  const { id: plan } = (await phone.post('/Exchange/shenqing', form)).url as { id: string };
  const verified = async (known: string) =>
    (await phone.post('/tasks/verified', { plan: known, computed: 'a'.repeat(64) })).code;
  expect(await verified('NOSUCH')).toBe('resultUnknown');
  await expect.poll(() => verified(plan)).toBe('resultDiffers');
});

test('a frozen account places no plan, subscribes to nothing, and neither its name, its card nor its money moves', async () => {
  const phone = await world.fundedMember('frozen01');
  expect(await phone.post('/User/rebank', card)).toMatchObject({ status: 200 });
  await setWithdrawalPassword(phone);
  expect(await phone.post('/security/freeze')).toMatchObject({ status: 200 });
  for (const [path, fields] of [
    ['/Exchange/shenqing', { id: '1', coin: 'ETH', multiple: '3', price: '100' }],
    ['/Mobile/Financing/index', { product: 'day1', amount: '100' }],
    ['/User/upinfo', { realname: 'Bea Ray', login: loginPassword }],
    ['/User/rebank', { ...card, number: '5555555555554444' }],
    ['/Finance/withdraw', withdrawal],
  ] as const) {
    expect([path, (await phone.post(path, fields)).code]).toEqual([path, 'accountFrozen']);
  }
});

test('the first card gives a member its name, and who bound one before that was so withdraws by the name on it', async () => {
  const phone = await world.fundedMember('earlycard');
  expect(await phone.post('/User/rebank', card)).toMatchObject({ status: 200 });
  const { rows } = await world.database.pool.query("select real_name from member where username = 'earlycard'");
  expect(rows).toEqual([{ real_name: card.name }]);
  await setWithdrawalPassword(phone);
  await world.database.owner.query(
    `insert into security_act (member_id, id, act, at) select id, 'ZNAMED', 'realNameChanged', now() from member where username = 'earlycard';
     update member set real_name = '' where username = 'earlycard'`,
  );
  expect(await phone.post('/Finance/withdraw', withdrawal)).toMatchObject({ status: 200 });
});

test('texts name the amounts that the deposits of this server take', async () => {
  const phone = await newMember(world.app, 'readshelp');
  const { url: help } = await phone.get('/page/helpinfo', { id: 'deposits-and-test-funds' });
  for (const [rule, value] of [
    ['deposit.minimum', '100'],
    ['deposit.maximum', '100,000'],
    ['deposit.confirmations', '6'],
  ]) {
    expect(JSON.stringify(help)).toContain(JSON.stringify({ rule, value }));
  }
});

test('a start on another market than that of running plans is refused', async () => {
  await withApp(usually, async (app) => {
    const phone = await fundedMember(app.address, 'foreign01');
    const form = { id: '1', coin: 'ETH', multiple: '3', price: '100' };
    expect(await phone.post('/Exchange/shenqing', form)).toMatchObject({ status: 200 });
  });
  await owner.query(`
    alter table plan_group disable trigger user;
    update plan_group set market = changed, market_hash = encode(sha256(convert_to(changed, 'UTF8')), 'hex')
      from (select id as changed_id, regexp_replace(market, '"recording":"[0-9a-f]{64}"', '"recording":"' || repeat('f', 64) || '"') as changed
        from plan_group) as other where id = changed_id`);
  await expect(composed(database, usually).starting).rejects.toThrow('recording');
});
