import type { ReactNode } from 'react';
import type { Permission } from '#contract/roles.ts';
import type { IconName } from '#web/ui/picture/icon.tsx';
import { sectionNameOf } from './paths.ts';

interface Shown {
  readonly name: string;
  readonly icon: IconName;
  /** Whom it is shown to; the server checks each of its calls. */
  readonly permission: Permission;
  readonly load: () => Promise<() => ReactNode>;
}

/** The sections of the console, in the order of its menu. Each is at /operator/<name>. */
export const sections = [
  {
    name: 'inbox',
    icon: 'help',
    permission: 'answerChat',
    load: async () => (await import('./sections/inbox.tsx')).Inbox,
  },
  {
    name: 'money',
    icon: 'withdraw',
    permission: 'readPayments',
    load: async () => (await import('./sections/money.tsx')).Money,
  },
  {
    name: 'approvals',
    icon: 'check',
    permission: 'readApprovals',
    load: async () => (await import('./sections/approvals.tsx')).Approvals,
  },
  {
    name: 'members',
    icon: 'person',
    permission: 'readMembers',
    load: async () => (await import('./sections/members.tsx')).Members,
  },
  {
    name: 'recoveries',
    icon: 'refresh',
    permission: 'readApprovals',
    load: async () => (await import('./sections/recoveries.tsx')).Recoveries,
  },
  {
    name: 'content',
    icon: 'tips',
    permission: 'editContent',
    load: async () => (await import('./sections/content.tsx')).Content,
  },
  {
    name: 'products',
    icon: 'settings',
    permission: 'changeProducts',
    load: async () => (await import('./sections/products.tsx')).Products,
  },
  {
    name: 'books',
    icon: 'records',
    permission: 'readBooks',
    load: async () => (await import('./sections/books.tsx')).Books,
  },
  {
    name: 'health',
    icon: 'bars',
    permission: 'readHealth',
    load: async () => (await import('./sections/health.tsx')).Health,
  },
  { name: 'log', icon: 'orders', permission: 'readLog', load: async () => (await import('./sections/log.tsx')).Log },
  {
    name: 'operators',
    icon: 'settings',
    permission: 'readOperators',
    load: async () => (await import('./sections/operators.tsx')).Operators,
  },
  {
    name: 'sessions',
    icon: 'lock',
    permission: 'useOwnSession',
    load: async () => (await import('./sections/sessions.tsx')).OwnSessions,
  },
] as const satisfies readonly Shown[];

export type Section = (typeof sections)[number];

/** The section of a path. */
export function sectionOf(path: string): Section | undefined {
  const name = sectionNameOf(path);
  return sections.find((section) => section.name === name);
}
