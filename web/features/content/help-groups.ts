import type { HelpEntry } from '#contract/content.ts';

/** The categories of /faq in order; `more` has texts added later. */
const helpCategories = ['start', 'plans', 'proof', 'money', 'account', 'more'] as const;

type HelpCategory = (typeof helpCategories)[number];

const categoryOf: Readonly<Record<string, HelpCategory>> = {
  'what-is-clearlot': 'start',
  'deposits-and-test-funds': 'money',
  'how-to-withdraw': 'money',
  financing: 'money',
  records: 'money',
  'index-basket': 'money',
  'how-plans-settle': 'plans',
  'what-leverage-does': 'plans',
  'why-strategies-lose': 'plans',
  levels: 'plans',
  'weight-score': 'plans',
  'check-in-and-giving': 'account',
  'tasks-and-red-envelope': 'account',
  'daily-draw': 'account',
  invitations: 'account',
  'how-to-verify': 'proof',
  'where-figures-come-from': 'proof',
  'provably-fair': 'proof',
  'proof-of-liabilities': 'proof',
  'security-of-your-account': 'account',
  'authenticator-and-passkeys': 'account',
  limits: 'account',
  languages: 'account',
  notifications: 'account',
  'customer-service': 'account',
};

export interface HelpGroup {
  readonly category: HelpCategory;
  readonly entries: readonly HelpEntry[];
}

/** Entries by category; empty categories are left out. */
export function groupHelp(entries: readonly HelpEntry[]): readonly HelpGroup[] {
  return helpCategories
    .map((category) => ({
      category,
      entries: entries.filter(({ id }) => (Object.hasOwn(categoryOf, id) ? categoryOf[id] : 'more') === category),
    }))
    .filter((group) => group.entries.length > 0);
}

/** The address of a search result; the rule page asks for an account. */
export function pathOfEntry({ kind, id }: Pick<HelpEntry, 'kind' | 'id'>, hasAccount = true): string {
  if (kind === 'rule' && !hasAccount) return `/faq?rule=${encodeURIComponent(id)}`;
  const pages = { help: '/faq', tip: '/Tips', rule: '/rule', document: '/auth', notice: '/Notifications' } as const;
  return `${pages[kind]}?id=${encodeURIComponent(id)}`;
}
