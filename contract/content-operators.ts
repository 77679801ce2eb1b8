import * as z from 'zod/mini';
import { contentBlock } from './content-blocks.ts';
import { moment, refusedAs, textField } from './fields.ts';
import { locales } from './locale.ts';
import { operation } from './operation.ts';
import { operatorReasonField } from './operator-fields.ts';
import { permissions } from './roles.ts';

const access = { role: permissions.editContent } as const;

/** The kinds of texts that operators write. The published rules are not among them: they change with the code that they describe. */
export const editedKinds = ['help', 'tip', 'notice', 'document'] as const;

/** A kind of text that operators write. */
export type EditedKind = (typeof editedKinds)[number];

/** The longest title of a draft, in UTF-16 code units. */
export const draftTitleLengthMax = 200;

/** The longest body, in the same unit: a call carries one language. */
export const draftBodyLengthMax = 6_000;

/** What can be wrong with a text in one language. */
export const textProblems = [
  'empty',
  'tooLong',
  'markup',
  'strayBlock',
  'otherBlocks',
  'otherCode',
  'unknownFigure',
  'brace',
  'bareNumber',
  'otherFigures',
] as const;

/** What is wrong with a text; `near`: the place, or what was expected. */
export interface TextProblem {
  readonly problem: (typeof textProblems)[number];
  readonly near: string;
}

const kind = z.enum(editedKinds, { error: () => 'contentUnknown' });
const locale = z.enum(locales, { error: () => 'localeUnknown' });
/** Of a document its name, of a notice 16 digits and capitals, else lower-case words. */
const idField = textField(/^(?:[a-z0-9-]{2,40}|[0-9A-Z]{16})$/, 'contentUnknown', 'contentUnknown');
/** SHA-256 of the draft in all its languages, as the caller saw it; empty for none. */
const hashField = z.string(refusedAs('draftChanged')).check(z.regex(/^(?:[0-9a-f]{64})?$/, refusedAs('draftChanged')));
const version = z.int();
/** After the newest version that was seen: that it was withdrawn. */
export const withdrawnMark = 'w';
/** The newest version that the caller saw; 0 where nothing was published. */
const newestField = z.optional(textField(/^(?:0|[1-9]\d{0,3}w?)$/, 'contentUnknown', 'contentUnknown'));

export const listContent = operation({
  summary:
    'The help texts, tips, notices or documents in their order, withdrawn ones and drafts included; at most 500.',
  method: 'GET',
  path: '/operator/content',
  access,
  effect: 'read',
  input: z.strictObject({ kind }),
  output: z.array(
    z.object({
      id: z.string(),
      /** In the language of the call, else in English; of the draft where nothing is published. */
      title: z.string(),
      /** The published version; null for a draft alone. */
      version: z.nullable(version),
      isWithdrawn: z.boolean(),
      /** Languages in which members read the English text. */
      missing: z.array(z.enum(locales)),
      draft: z.nullable(z.object({ savedBy: z.string(), savedAt: moment, missing: z.array(z.enum(locales)) })),
    }),
  ),
  errors: ['contentUnknown'],
});

/** A line of the list of texts. */
export type ContentEntry = z.output<typeof listContent.output>[number];

const editedText = z.object({
  locale: z.enum(locales),
  title: z.string(),
  body: z.string(),
  /** The body as a phone shows it. */
  blocks: z.array(contentBlock),
  problems: z.array(z.object({ problem: z.enum(textProblems), near: z.string() })),
});

/** A text in one language, as written and as shown. */
export type EditedText = z.output<typeof editedText>;

const contentVersion = z.object({
  version,
  /** Null: it shipped with the app. */
  publishedBy: z.nullable(z.string()),
  publishedAt: z.nullable(moment),
  reason: z.string(),
});

/** A published version: by whom, when (wall time) and why. */
export type ContentVersion = z.output<typeof contentVersion>;

const content = z.object({
  kind,
  id: z.string(),
  isWithdrawn: z.boolean(),
  /** What members read; none before it is published. */
  published: z.array(editedText),
  draft: z.nullable(z.object({ hash: z.string(), savedBy: z.string(), savedAt: moment, texts: z.array(editedText) })),
  /** Newest first; the first one is what `published` shows. */
  versions: z.array(contentVersion),
});

/** A text with its draft and its history. */
export type EditedContent = z.output<typeof content>;

const errors = ['contentUnknown'] as const;
const writeErrors = [...errors, 'draftChanged', 'actReasonMissing', 'actReasonInvalid'] as const;
const publishErrors = [...writeErrors, 'contentChanged', 'contentLanguagesMissing', 'contentFaulty'] as const;

export const getContent = operation({
  summary: 'One text in all its languages, with its draft and its versions.',
  method: 'GET',
  path: '/operator/content/text',
  access,
  effect: 'read',
  input: z.strictObject({ kind, id: idField }),
  output: content,
  errors,
});

export const getContentVersion = operation({
  summary: 'An earlier version of a text in all its languages.',
  method: 'GET',
  path: '/operator/content/version',
  access,
  effect: 'read',
  input: z.strictObject({
    kind,
    id: idField,
    version: textField(/^[1-9]\d{0,3}$/, 'contentUnknown', 'contentUnknown'),
  }),
  output: z.array(editedText),
  errors,
});

export const listContentFigures = operation({
  summary: 'The figures of the rules that a text names as {name}, with the values that stand there now, in a language.',
  method: 'GET',
  path: '/operator/content/figures',
  access,
  effect: 'read',
  input: z.strictObject({ locale }),
  output: z.array(z.object({ name: z.string(), value: z.string() })),
  errors: ['localeUnknown'],
});

export const saveDraft = operation({
  summary:
    'Saves the draft of a text in one language; with an empty title and body it takes the language out. The first one begins with what is published. `id` is left out for a new notice. Members see nothing of it.',
  method: 'POST',
  path: '/operator/content/draft',
  access,
  effect: 'write',
  input: z.strictObject({
    kind,
    id: z.optional(idField),
    locale,
    title: z.string().check(z.maxLength(draftTitleLengthMax, refusedAs('contentTooLong'))),
    body: z.string().check(z.maxLength(draftBodyLengthMax, refusedAs('contentTooLong'))),
    hash: hashField,
  }),
  output: content,
  errors: ['contentUnknown', 'localeUnknown', 'contentTooLong', 'draftChanged'],
});

export const discardDraft = operation({
  summary: 'Throws a draft away.',
  method: 'POST',
  path: '/operator/content/draft/discard',
  access,
  effect: 'write',
  input: z.strictObject({ kind, id: idField, hash: hashField }),
  output: z.object({ id: z.string() }),
  errors: ['contentUnknown', 'draftChanged'],
});

const publication = z.object({ id: z.string(), version });

export const publishContent = operation({
  summary:
    'Publishes the draft that the caller saw, in all six languages: members read it at once; with `newest`, only in the place of that version. Of a document it is the next version, which members are asked to accept.',
  method: 'POST',
  path: '/operator/content/publish',
  access,
  effect: 'write',
  input: z.strictObject({
    kind,
    id: idField,
    hash: hashField,
    newest: newestField,
    reason: operatorReasonField,
  }),
  output: publication,
  errors: publishErrors,
});

export const putBackContent = operation({
  summary: 'Publishes an earlier version again, as the newest one; with `newest`, only in the place of that version.',
  method: 'POST',
  path: '/operator/content/putback',
  access,
  effect: 'write',
  input: z.strictObject({
    kind,
    id: idField,
    version: textField(/^[1-9]\d{0,3}$/, 'contentUnknown', 'contentUnknown'),
    newest: newestField,
    reason: operatorReasonField,
  }),
  output: publication,
  errors: publishErrors.filter((code) => code !== 'draftChanged'),
});

export const withdrawContent = operation({
  summary:
    'Takes a help text, a tip or a notice away from members, with `newest` only as long as that version is the newest. Put back, it is there again.',
  method: 'POST',
  path: '/operator/content/withdraw',
  access,
  effect: 'write',
  input: z.strictObject({ kind, id: idField, newest: newestField, reason: operatorReasonField }),
  output: z.object({ id: z.string() }),
  errors: ['contentUnknown', 'contentChanged', 'documentStays', 'actReasonMissing', 'actReasonInvalid'],
});
