import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readContent } from './content-folder.ts';

/** The help texts that speak of each feature, or why members have nothing to look up about it. */
const helpOf: Readonly<Record<string, readonly string[] | string>> = {
  assets: ['deposits-and-test-funds'],
  'bank-card': ['security-of-your-account', 'limits'],
  basket: ['index-basket'],
  books: 'the page says what it shows, and proof-of-liabilities what follows from it',
  'check-in': ['check-in-and-giving'],
  content: ['what-is-clearlot'],
  deposits: ['deposits-and-test-funds', 'limits'],
  donations: ['check-in-and-giving'],
  draws: ['daily-draw'],
  financing: ['financing', 'limits'],
  health: 'for those who run the servers',
  home: ['what-is-clearlot', 'where-figures-come-from'],
  identity: ['security-of-your-account', 'authenticator-and-passkeys'],
  images: 'a part of deposits and of customer service',
  invitations: ['invitations'],
  limits: ['limits'],
  market: ['where-figures-come-from'],
  members: 'for operators',
  notifications: ['notifications'],
  operators: 'for operators',
  'own-data': ['security-of-your-account'],
  plans: ['how-plans-settle', 'what-leverage-does', 'why-strategies-lose', 'levels', 'how-to-verify'],
  preferences: ['languages'],
  products: 'for operators',
  profile: ['languages'],
  proofs: ['proof-of-liabilities'],
  ranking: ['where-figures-come-from'],
  rounds: ['provably-fair', 'limits'],
  security: ['security-of-your-account'],
  support: ['customer-service'],
  tasks: ['tasks-and-red-envelope'],
  wallet: ['records'],
  weight: ['weight-score'],
  withdrawals: ['how-to-withdraw'],
};

const featuresIn = (room: string): string[] => readdirSync(new URL(`../../../${room}/features/`, import.meta.url));

test('every feature has its help texts, and every help text speaks of a feature', () => {
  expect(Object.keys(helpOf).sort()).toEqual([...new Set([...featuresIn('server'), ...featuresIn('web')])].sort());
  const named = Object.values(helpOf).flatMap((help) => (typeof help === 'string' ? [] : help));
  const written = readContent().flatMap(({ kind, name }) => (kind === 'help' ? [name] : []));
  expect([...new Set(named)].sort()).toEqual(written.sort());
});
