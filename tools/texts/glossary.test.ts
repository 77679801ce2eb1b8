import { expect, test } from 'vitest';
import { locales } from '#contract/locale.ts';
import { glossary, labelOf, searched, wordsFor } from './labels.ts';

/** Labels that name the thing of a row of the glossary. */
const labels: Readonly<Record<string, string>> = {
  plan: 'notify.plans',
  'trading area': 'plans.tradingArea',
  leverage: 'plans.leverage',
  'Authorization Quota': 'assets.authorization',
  'Available Quota': 'assets.available',
  'Lock limit': 'assets.locked',
  'weight score': 'weight.title',
  'check-in': 'home.checkIn',
  'red envelope': 'assets.redEnvelope',
  deposit: 'assets.deposits',
  withdrawal: 'notify.withdrawals',
  'withdrawal password': 'security.withdrawalPassword',
  'bank card': 'withdrawals.bankCard',
  'real name': 'security.realName',
  financing: 'notify.financing',
  bet: 'rounds.place',
  draw: 'draws.title',
  team: 'notify.team',
  security: 'notify.security',
  'push message': 'notify.push',
  'authenticator app': 'security.authenticator',
  'backup code': 'security.backupCodes',
  passkey: 'security.passkeys',
  'loss limit': 'limits.day',
  'self-exclusion': 'limits.exclusion',
  'expected rate of return': 'plans.expectedReturn',
  median: 'plans.median',
  '24H': 'market.value24h',
  'order record': 'assets.orderRecord',
  freeze: 'security.freezeTitle',
  notification: 'notify.title',
  device: 'security.devices',
  image: 'support.image',
};

test.each(Object.entries(labels))('the label of “%s” uses the word that the glossary has for it', (thing, key) => {
  expect([...glossary.keys()]).toContain(thing);
  const other = locales.filter((locale) => {
    const label = searched(labelOf(locale, key));
    return !wordsFor(locale, thing).some((word) => label.includes(word));
  });
  expect(other.map((locale) => `${locale}: ${labelOf(locale, key)} (${wordsFor(locale, thing).join(', ')})`)).toEqual(
    [],
  );
});

test('both halves of the row of the worst and the best outcomes are what the quote says', () => {
  const halves = glossary.get('worst, best 1 in 20');
  for (const locale of locales.filter((each) => each !== 'en'))
    expect(halves?.[locale], locale).toEqual(
      [labelOf(locale, 'plans.worse'), labelOf(locale, 'plans.better')].map(searched),
    );
});
