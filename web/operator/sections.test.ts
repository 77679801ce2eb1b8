import { expect, test } from 'vitest';
import { operations } from '#contract/api.ts';
import { permissions } from '#contract/roles.ts';
import { sectionOf, sections } from './sections.ts';

/** What each section of the menu draws, and the call that it opens with. */
const opened: readonly (readonly [name: string, part: string, call: string])[] = [
  ['inbox', 'Inbox', 'listConversations'],
  ['money', 'Money', 'listReviewedWithdrawals'],
  ['approvals', 'Approvals', 'listApprovals'],
  ['members', 'Members', 'searchMembers'],
  ['recoveries', 'Recoveries', 'listOpenRecoveries'],
  ['content', 'Content', 'listContent'],
  ['products', 'Products', 'listOffers'],
  ['books', 'Books', 'getBooks'],
  ['health', 'Health', 'getHealth'],
  ['log', 'Log', 'listOperatorActs'],
  ['operators', 'Operators', 'listOperators'],
  ['sessions', 'OwnSessions', 'listOperatorSessions'],
];

test('each section draws its own part, for the roles that may call what it opens with', async () => {
  const drawn = sections.map(async ({ name, permission, load }) => [
    name,
    (await load()).name,
    permissions[permission],
  ]);
  const rolesOf = (call: string) => {
    const access = operations.find(({ name }) => name === call)?.operation.access;
    return typeof access === 'object' ? access.role : access;
  };
  expect(await Promise.all(drawn)).toEqual(opened.map(([name, part, call]) => [name, part, rolesOf(call)]));
});

test('a section is found by its address, and no other address is one', () => {
  for (const section of sections) expect(sectionOf(`/operator/${section.name}/more`)).toBe(section);
  for (const path of ['/operator', '/operator/nothing', '/members']) expect(sectionOf(path)).toBeUndefined();
});
