import * as z from 'zod/mini';
import { moment } from './fields.ts';

/**
 * A piece of text: plain characters, or a published number that the server read from the rules themselves (`rule` is its
 * name, for example `trend.fastCandles`) and wrote in the reader's number format.
 */
const textRun = z.union([z.string(), z.object({ rule: z.string(), value: z.string() })]);

/** Plain characters, or a published number with the name of its rule. */
export type TextRun = z.output<typeof textRun>;

/** The runs of one paragraph, in reading order. */
export const textRuns = z.array(textRun);

/** Stored content as it is drawn: never markup. A link leads to a page of this app, or to a file that it offers
 * below /verify, and nowhere else. */
export const contentBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), text: textRuns }),
  z.object({ kind: z.literal('paragraph'), text: textRuns }),
  z.object({ kind: z.literal('list'), items: z.array(textRuns) }),
  z.object({ kind: z.literal('steps'), items: z.array(textRuns) }),
  /** A rule written out exactly: the same characters in every language, one string a line. */
  z.object({ kind: z.literal('code'), lines: z.array(z.string()) }),
  z.object({
    kind: z.literal('link'),
    path: z.string().check(z.regex(/^\/(?:[A-Za-z0-9_]*(?:\?id=[a-z0-9-]+)?|verify\/[a-z0-9_-]+(?:\.[a-z0-9]+)+)$/)),
    text: textRuns,
  }),
]);

/** One block of an article, discriminated by `kind`. */
export type ContentBlock = z.output<typeof contentBlock>;

/** A help text, a tip or a rule. */
export const article = z.object({
  id: z.string(),
  title: z.string(),
  blocks: z.array(contentBlock),
  updatedAt: moment,
});

/** A help text, tip or rule in the reader’s language; `updatedAt` in ms since 1970 UTC. */
export type Article = z.output<typeof article>;

/** A dated notice, in lists and in the `notice` event. */
export const notice = z.object({
  id: z.string(),
  title: z.string(),
  blocks: z.array(contentBlock),
  publishedAt: moment,
});

/** A notice as the `notice` event carries it; `publishedAt` in ms since 1970 UTC. */
export type NoticeNews = z.output<typeof notice>;
