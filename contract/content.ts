import * as z from 'zod/mini';
import { article, contentBlock, notice, textRuns } from './content-blocks.ts';
import { moment, textField } from './fields.ts';
import { operation } from './operation.ts';

/** Id of a help text, a tip, a rule or a document: its folder's name. */
export const articleIdPattern = /^[a-z0-9-]{2,40}$/;

/** The kind of a search result; it decides its page: /faq, /Tips, /rule, /auth or /Notifications. */
const articleKind = z.enum(['help', 'tip', 'rule', 'document', 'notice']);

/** Which kind of text a search found. */
export type ArticleKind = z.output<typeof articleKind>;

/** The longest search, in UTF-16 code units. */
export const searchLengthMax = 100;

export const listHelp = operation({
  summary:
    'The help texts in order; with `search`, what contains every word of it among help, tips, rules, documents and notices, best first.',
  method: 'GET',
  path: '/page/help',
  access: 'public',
  effect: 'read',
  input: z.strictObject({ search: z.optional(z.string().check(z.maxLength(searchLengthMax))) }),
  output: z.array(
    z.object({
      kind: articleKind,
      id: z.string(),
      title: z.string(),
      /** The first paragraph, or the one where the search was found; shortened. */
      excerpt: textRuns,
    }),
  ),
  answerIn: 'info',
});

/** A line of the help list, or of a search’s results. */
export type HelpEntry = z.output<typeof listHelp.output>[number];

export const getHelp = operation({
  summary: 'One help text.',
  method: 'GET',
  path: '/page/helpinfo',
  access: 'public',
  effect: 'read',
  input: z.strictObject({ id: textField(articleIdPattern, 'helpUnknown', 'helpUnknown') }),
  output: article,
  errors: ['helpUnknown'],
});

export const listTips = operation({
  summary: 'The must-know tips in order, whole.',
  method: 'GET',
  path: '/page/tips',
  access: 'public',
  effect: 'read',
  output: z.array(article),
  answerIn: 'info',
});

export const listRules = operation({
  summary: 'The published rules in plain words, in order, whole: strategies, engine, levels, weight score.',
  method: 'GET',
  path: '/page/rules',
  access: 'public',
  effect: 'read',
  output: z.array(article),
  answerIn: 'info',
});

const noticeIdField = textField(/^[0-9A-Z]{16}$/, 'noticeUnknown', 'noticeUnknown');

export const listNotices = operation({
  summary: 'Notices, newest first, 20 at a time; `before` is the id of the last one seen.',
  method: 'GET',
  path: '/page/notice',
  access: 'public',
  effect: 'read',
  input: z.strictObject({ before: z.optional(noticeIdField) }),
  output: z.object({
    notices: z.array(
      z.extend(notice, {
        /** Whether this member has read it; null for visitors, of whom nothing is kept. */
        read: z.nullable(z.boolean()),
      }),
    ),
    /** How many of all notices this member has not read; null for visitors. */
    unread: z.nullable(z.int()),
  }),
  answerIn: 'info',
  errors: ['noticeUnknown'],
});

/** A notice in the list, with whether this member has read it. */
export type Notice = z.output<typeof listNotices.output>['notices'][number];

export const markNoticesRead = operation({
  summary:
    'Remembers that the member has read one notice (`id`), all up to one (`through`, the newest that was shown), or, without either, all there are.',
  method: 'POST',
  path: '/page/notice/read',
  access: 'member',
  effect: 'write',
  input: z.strictObject({ id: z.optional(noticeIdField), through: z.optional(noticeIdField) }),
  output: z.object({ unread: z.int() }),
  errors: ['noticeUnknown'],
});

/** What a member agrees to at registration, and anew when a version is published. */
export const documentIds = ['terms', 'risk'] as const;

/** Which of the two documents. */
export type DocumentId = (typeof documentIds)[number];

const documentIdField = z.enum(documentIds, { error: () => 'documentUnknown' });
const versionPattern = /^[1-9]\d{0,3}$/;
const documentVersion = z.int();

const versionField = z.codec(textField(versionPattern, 'documentUnknown', 'documentUnknown'), z.number(), {
  decode: (text) => Number(text),
  encode: (version) => String(version),
});

const consent = z.object({ version: documentVersion, acceptedAt: moment });

export const listDocuments = operation({
  summary: 'Terms and risk statement in their current versions, and which version this member accepted.',
  method: 'GET',
  path: '/page/documents',
  access: 'public',
  effect: 'read',
  output: z.array(
    z.object({
      id: z.enum(documentIds),
      version: documentVersion,
      title: z.string(),
      publishedAt: moment,
      /** The newest version accepted: null for visitors, and for members who accepted none. */
      accepted: z.nullable(consent),
    }),
  ),
  answerIn: 'info',
});

/** The current version of a document and the newest version that this member accepted. */
export type DocumentEntry = z.output<typeof listDocuments.output>[number];

export const getDocument = operation({
  summary: 'The terms or the risk statement in its current version, or in an earlier one.',
  method: 'GET',
  path: '/page/document',
  access: 'public',
  effect: 'read',
  input: z.strictObject({ id: documentIdField, version: z.optional(versionField) }),
  output: z.object({
    id: z.enum(documentIds),
    version: documentVersion,
    isCurrent: z.boolean(),
    title: z.string(),
    blocks: z.array(contentBlock),
    publishedAt: moment,
  }),
  errors: ['documentUnknown'],
});

/** One version of a document in the reader’s language; `publishedAt` in ms since 1970 UTC. */
export type LegalDocument = z.output<typeof getDocument.output>;

export const acceptTerms = operation({
  summary: 'Records that the member accepts the current version of a document. Registration records it by itself.',
  method: 'POST',
  path: '/page/accept',
  access: 'member',
  effect: 'write',
  input: z.strictObject({ id: documentIdField, version: versionField }),
  output: consent,
  message: 'termsAccepted',
  errors: ['documentUnknown', 'documentOutdated'],
});
