import { expect, test } from 'vitest';
import { recordSecurityLog } from './security-log.fixture.ts';
import { eventOfRefusal } from './security-log.ts';

const here = { address: '203.0.113.7', reason: 'fieldInvalid', operation: 'sample' } as const;

test('a flood of equal events is one line at once and one a minute with the count', () => {
  let now = 1_000;
  const { securityLog, take } = recordSecurityLog(() => now);
  for (let count = 0; count < 1_000; count += 1) securityLog.writeBounded('inputRefused', here);
  expect(take()).toMatchObject([{ event: 'inputRefused', log: 'security', network: '203.0.113.7', times: 1 }]);
  now += 59_999;
  securityLog.flush();
  expect(take()).toEqual([]);
  now += 1;
  securityLog.flush();
  expect(take()).toMatchObject([{ event: 'inputRefused', network: '203.0.113.7', times: 999 }]);
  securityLog.writeBounded('inputRefused', here);
  now += 59_999;
  securityLog.flush();
  expect(take()).toEqual([]);
  securityLog.close();
  expect(take()).toMatchObject([{ times: 1 }]);
});

test('after a quiet minute the next event is a line at once again', () => {
  let now = 1_000;
  const { securityLog, take } = recordSecurityLog(() => now);
  securityLog.writeBounded('rateLimited', here);
  now += 60_000;
  securityLog.flush();
  securityLog.writeBounded('rateLimited', here);
  expect(take().map(({ times }) => times)).toEqual([1, 1]);
  securityLog.close();
});

test('other networks, members, accounts and events have lines of their own; addresses of one IPv6 network have not', () => {
  const { securityLog, take } = recordSecurityLog();
  securityLog.writeBounded('inputRefused', here);
  securityLog.writeBounded('rateLimited', here);
  securityLog.writeBounded('inputRefused', { ...here, memberId: 7n });
  securityLog.writeBounded('inputRefused', { ...here, username: 'Somebody' });
  securityLog.writeBounded('inputRefused', { ...here, username: 'somebodY' });
  for (let host = 1; host < 9; host += 1) {
    securityLog.writeBounded('inputRefused', { ...here, address: `2001:db8:1:2::${host}` });
  }
  expect(take()).toHaveLength(5);
  securityLog.close();
});

test('what one operator is refused is not counted as another’s in the same network', () => {
  const { securityLog, take } = recordSecurityLog();
  const refused = { ...here, reason: 'notPermitted' } as const;
  securityLog.writeBounded('authorizationRefused', { ...refused, operator: 'anna' });
  for (let times = 0; times < 20; times += 1) {
    securityLog.writeBounded('authorizationRefused', { ...refused, operator: 'bert' });
  }
  securityLog.close();
  expect(take().map(({ operator, times }) => [operator, times])).toEqual([
    ['anna', 1],
    ['bert', 1],
    ['bert', 19],
  ]);
});

test('from more networks than are kept, the rest is counted by event', () => {
  const { securityLog, take } = recordSecurityLog();
  for (let count = 0; count < 12_000; count += 1) {
    securityLog.writeBounded('inputRefused', {
      ...here,
      address: `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`,
    });
  }
  expect(take()).toHaveLength(10_001);
  securityLog.close();
  expect(take()).toEqual([{ level: 40, log: 'security', event: 'inputRefused', times: 1_999 }]);
});

test('a name is written as its hash, a member as the id', () => {
  const { securityLog, take, text } = recordSecurityLog();
  securityLog.write('signInRefused', {
    address: '203.0.113.7',
    username: 'typed9password',
    reason: 'wrongCredentials',
  });
  securityLog.write('signedIn', { address: '203.0.113.7', memberId: 12n, way: 'password' });
  expect(take()).toEqual([
    {
      level: 40,
      log: 'security',
      event: 'signInRefused',
      network: '203.0.113.7',
      account: expect.stringMatching(/^[\w-]{16}$/),
      reason: 'wrongCredentials',
    },
    { level: 30, log: 'security', event: 'signedIn', network: '203.0.113.7', member: '12', way: 'password' },
  ]);
  expect(text()).not.toContain('typed9password');
  securityLog.close();
});

test('who has the log but not the key cannot find a name by its hash: each key has its own', () => {
  const hashes = [5, 5, 6].map((seed) => {
    const { securityLog, take } = recordSecurityLog(Date.now, Buffer.alloc(32, seed));
    securityLog.write('signInRefused', { username: 'Somebody' });
    securityLog.close();
    return take()[0]?.account;
  });
  expect(hashes[1]).toBe(hashes[0]);
  expect(hashes[2]).not.toBe(hashes[0]);
});

test.each([
  ['notPermitted', 'member', 'authorizationRefused'],
  ['sessionExpired', 'member', 'authorizationRefused'],
  ['crossSiteRefused', undefined, 'authorizationRefused'],
  ['notSignedIn', 'member', 'authorizationRefused'],
  ['accountFrozen', 'member', 'authorizationRefused'],
  ['freezeHolds', 'member', 'authorizationRefused'],
  ['oldPasswordWrong', 'member', 'reauthenticationRefused'],
  ['secondFactorWrong', 'member', 'reauthenticationRefused'],
  ['secondFactorLocked', 'member', 'reauthenticationRefused'],
  ['withdrawalPasswordLocked', 'member', 'reauthenticationRefused'],
  ['withdrawalPasswordWrong', 'member', 'reauthenticationRefused'],
  ['signInLocked', 'member', 'reauthenticationRefused'],
  // Logged where sign-ins are decided.
  ['signInLocked', 'public', null],
  ['secondFactorWrong', 'public', null],
  ['imagesOfDay', 'member', 'rateLimited'],
  ['tooLarge', 'member', 'inputRefused'],
  ['insufficientFunds', 'member', null],
  ['leverageLocked', 'member', 'ruleRefused'],
  ['approvalSameHand', { role: ['finance'] }, 'ruleRefused'],
] as const)('%s of a %j operation is logged as %s', (code, access, event) => {
  expect(eventOfRefusal(code, access)).toBe(event);
});
