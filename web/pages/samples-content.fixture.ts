import type {
  DocumentEntry,
  HelpEntry,
  LegalDocument,
  listNotices,
  listRules,
  listTips,
  Notice,
} from '#contract/content.ts';
import type { Article, ContentBlock } from '#contract/content-blocks.ts';
import type { OutputOf } from '#contract/operation.ts';
import { on } from './samples-security.fixture.ts';

/** A block of every kind, in an order that no sort would give. */
const blocksOf = (name: string): ContentBlock[] => [
  { kind: 'paragraph', text: [`${name} begins with `, { rule: 'trend.fastCandles', value: '12' }, ' candles.'] },
  { kind: 'heading', text: [`A heading of ${name}`] },
  { kind: 'steps', items: [['Second, first'], ['First ', { rule: 'fees.rate', value: '0.05%' }], ['Then third']] },
  { kind: 'list', items: [['zebra'], ['apple'], ['mango <b>']] },
  { kind: 'code', lines: ['b := a + 1', '  a := 2'] },
  { kind: 'link', path: '/faq?id=first-steps', text: [`More of ${name}`] },
  { kind: 'link', path: '/verify/plan.v1.json', text: ['A file'] },
];

const articleOf = (id: string, title: string, day: number): Article => ({
  ...{ id, title, blocks: blocksOf(title), updatedAt: on(4, day, day, 2 * day) },
});

export const article: Article = articleOf('first-steps', 'First steps', 9);

export const rules: OutputOf<typeof listRules> = [
  articleOf('trend', 'Trend strategy', 7),
  articleOf('engine', 'The engine', 11),
  articleOf('levels', 'Levels', 5),
];

export const tips: OutputOf<typeof listTips> = [
  articleOf('own-risk', 'Your own risk', 13),
  articleOf('paper-money', 'Paper money', 3),
  articleOf('check-results', 'Check results', 8),
];

export const entries: HelpEntry[] = [
  {
    kind: 'help',
    id: 'how-to-withdraw',
    title: 'How to withdraw',
    excerpt: ['From ', { rule: 'fees.min', value: '10' }],
  },
  { kind: 'help', id: 'what-is-clearlot', title: 'In short', excerpt: ['The first plan'] },
  { kind: 'help', id: 'limits', title: 'Own limits', excerpt: ['Your own'] },
  { kind: 'help', id: 'levels', title: 'The levels', excerpt: ['Each its own'] },
  { kind: 'help', id: 'how-to-verify', title: 'Verify a plan', excerpt: ['On the own phone'] },
  { kind: 'help', id: 'something-else', title: 'Something else', excerpt: ['About all else'] },
];

/** One of every kind. */
export const found: HelpEntry[] = [
  { kind: 'rule', id: 'trend', title: 'Trend strategy', excerpt: ['Fast of ', { rule: 'fast', value: '7' }, ' bars'] },
  { kind: 'notice', id: '1KDVDWMC0SXV1003', title: 'A night off', excerpt: ['Nothing is settled'] },
  { kind: 'help', id: 'withdrawals', title: 'How to withdraw', excerpt: ['In a day'] },
  { kind: 'document', id: 'risk', title: 'Risk statement', excerpt: ['All may be lost'] },
  { kind: 'tip', id: 'own-risk', title: 'Your own risk', excerpt: ['No loans'] },
];

const noticeOf = (number: number, title: string, read: boolean | null): Notice => ({
  ...{ id: `1KDVDWMC0SXV${1000 + number}`, title, blocks: blocksOf(title), read },
  publishedAt: on(4, 20 - number, number, 3 * number),
});

export const noticesOf = (read: (isRead: boolean) => boolean | null): OutputOf<typeof listNotices> => ({
  notices: [
    noticeOf(3, 'A night off', read(false)),
    noticeOf(1, 'New coins', read(true)),
    noticeOf(2, 'Another clock', read(false)),
  ],
  unread: read(false) === null ? null : 2,
});

/** The current version accepted, an earlier one, none. */
export const documents: DocumentEntry[] = [
  {
    ...{ id: 'terms', version: 4, title: 'Terms of use', publishedAt: on(3, 9, 9, 1) },
    accepted: { version: 4, acceptedAt: on(3, 10, 11, 2) },
  },
  {
    ...{ id: 'risk', version: 7, title: 'Risk statement', publishedAt: on(3, 19, 8, 3) },
    accepted: { version: 6, acceptedAt: on(2, 8, 12, 4) },
  },
];

export const documentOf = (version: number): LegalDocument => ({
  ...{ id: 'risk', version, isCurrent: version === 7, title: `Risk statement ${version}` },
  ...{ blocks: blocksOf(`Version ${version}`), publishedAt: on(3, 12 + version, 8, 3) },
});
