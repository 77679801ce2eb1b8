import { expect, test } from 'vitest';
import { codeOfLink, invitationLink, registrationPath } from './invitation-link.ts';

test('a link leads to its code, whatever letters and spaces a messenger made of it', () => {
  const link = invitationLink('https://clearlot.example', 'AB3CD4EF');
  expect(link).toBe('https://clearlot.example/Invite?code=AB3CD4EF');
  for (const search of [new URL(link).search, '?code=ab3cd4ef', '?code=%20AB3CD4EF%20', '?x=1&code=Ab3Cd4Ef&y=2'])
    expect(codeOfLink(search), search).toBe('AB3CD4EF');
  expect(registrationPath('AB3CD4EF')).toBe('/registe?invite=AB3CD4EF');
});

test('what cannot be a code is none', () => {
  for (const search of [
    '',
    '?code=',
    '?code=abc',
    '?code=ABCDEFGHIJKLMNOPQ',
    '?code=<b>AB12</b>',
    '?code=AB%00CD',
    '?code=ＡＢＣＤ',
  ])
    expect(codeOfLink(search), search).toBeNull();
});
