import { expect, test } from 'vitest';
import { operatorRoles } from '#contract/roles.ts';
import { requireOwnOrigin, requirePermitted } from './guard.ts';

const own = { 'x-clearlot': '1' };

test.each([
  ['no Origin and no Sec-Fetch-Site', {}, true],
  ['its own origin', { origin: 'http://example.test', host: 'example.test' }, true],
  ['its own host in capitals', { origin: 'http://example.test', host: 'EXAMPLE.TEST' }, true],
  ['the scheme’s own port written out', { origin: 'http://example.test', host: 'example.test:80' }, true],
  ['another port', { origin: 'http://example.test:8080', host: 'example.test' }, false],
  ['another host', { origin: 'http://other.test', host: 'example.test' }, false],
  ['an origin without a name', { origin: 'null', host: 'example.test' }, false],
  ['an Origin, but no Host', { origin: 'http://example.test' }, false],
  ['a sibling of the same site', { 'sec-fetch-site': 'same-site' }, false],
  ['another site', { 'sec-fetch-site': 'cross-site' }, false],
  ['the address bar', { 'sec-fetch-site': 'none' }, false],
  ['the app itself, whatever the Origin', { 'sec-fetch-site': 'same-origin', origin: 'http://other.test' }, true],
])('a call that changes state, from %s', (_what, headers, isTaken) => {
  const call = () => requireOwnOrigin({ ...own, ...headers });
  if (isTaken) expect(call).not.toThrow();
  else expect(call).toThrow('crossSiteRefused');
  expect(() => requireOwnOrigin(headers)).toThrow('crossSiteRefused');
});

test('an operation of members is for members alone and one of roles for these alone, whatever session a call was found in', () => {
  const member = { memberId: 7n, username: 'somebody', locale: 'en', timeZone: 'UTC' } as const;
  expect(() => requirePermitted('member', member)).not.toThrow();
  expect(() => requirePermitted({ role: ['support'] }, member)).toThrow('notPermitted');
  for (const role of operatorRoles) {
    const operator = { operator: 'anna', role, locale: 'en' } as const;
    expect(() => requirePermitted('member', operator), role).toThrow('notPermitted');
    const call = expect(() => requirePermitted({ role: ['support'] }, operator), role);
    if (role === 'support') call.not.toThrow();
    else call.toThrow('notPermitted');
  }
});
