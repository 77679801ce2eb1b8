import { expect, test } from 'vitest';
import { pathOf, sectionNameOf, subjectOf } from './paths.ts';

test('an address of the console names its section, and behind it what the section shows', () => {
  expect(pathOf('members')).toBe('/operator/members');
  for (const [path, section, subject] of [
    ['/operator', null, null],
    ['/operator/', null, null],
    ['/operator/members', 'members', null],
    ['/operator/members/', 'members', null],
    ['/operator/members/1000000000000007', 'members', '1000000000000007'],
    ['/operator/content/help.fees/more', 'content', 'help.fees'],
    ['/elsewhere/members', null, null],
    ['/', null, null],
  ] as const) {
    expect([path, sectionNameOf(path), subjectOf(path)]).toEqual([path, section, subject]);
  }
});
