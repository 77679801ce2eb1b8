import type { ContentBlock, TextRun } from '#contract/content-blocks.ts';

/** A block as written, with its placeholders unfilled. */
export type WrittenBlock =
  | { readonly kind: 'heading' | 'paragraph'; readonly text: string }
  | { readonly kind: 'list' | 'steps'; readonly items: readonly string[] }
  | { readonly kind: 'code'; readonly lines: readonly string[] }
  | { readonly kind: 'link'; readonly path: string; readonly text: string };

/**
 * Returns the value of a placeholder, or undefined for an unknown one: in the reader's number format, or `exact`, as code writes it.
 */
export type FigureOf = (name: string, form: 'worded' | 'exact') => string | undefined;

const headingLine = /^##\s+(.+)$/;
const itemLine = /^-\s+(.+)$/;
const stepLine = /^\d{1,2}\.\s+(.+)$/;
const codeLine = /^\|(?: (.*))?$/;
const linkLine = /^=>\s+(\/(?:[A-Za-z0-9_]*(?:\?id=[a-z0-9-]+)?|verify\/[a-z0-9_-]+(?:\.[a-z0-9]+)+))\s+(.+)$/;

/** Invisible characters that can reorder or end text: removed. */
const unseen = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

const lineEnd = /\r\n|[\n\r\u2028\u2029]/;

/** A title as it is stored: one line without invisible characters, composed (Unicode NFC). */
export function cleanedTitle(title: string): string {
  return title.split(lineEnd).join(' ').replace(unseen, '').replace(/ +/g, ' ').trim().normalize('NFC');
}

/** A body as it is stored: its lines without invisible characters and spaces at their ends, composed (Unicode NFC). */
export function cleanedBody(body: string): string {
  const lines = body.split(lineEnd).map((line) => line.replace(unseen, '').trimEnd());
  return lines.join('\n').trim().normalize('NFC');
}

/** Parses a stored body: one line is one block. A line of no other kind is a paragraph with exactly these characters. */
export function readBlocks(body: string): WrittenBlock[] {
  const blocks: WrittenBlock[] = [];
  let open: { readonly kind: 'list' | 'steps' | 'code'; readonly entries: string[] } | null = null;
  const add = (kind: 'list' | 'steps' | 'code', entry: string): void => {
    if (open?.kind !== kind) {
      open = { kind, entries: [] };
      blocks.push(kind === 'code' ? { kind, lines: open.entries } : { kind, items: open.entries });
    }
    open.entries.push(entry);
  };
  for (const written of body.split(lineEnd)) {
    const line = written.replace(unseen, '').trim();
    const item = itemLine.exec(line)?.[1];
    const step = stepLine.exec(line)?.[1];
    const code = codeLine.exec(line);
    if (code) add('code', code[1] ?? '');
    else if (item !== undefined) add('list', item);
    else if (step !== undefined) add('steps', step);
    else {
      open = null;
      if (line !== '') blocks.push(readLine(line));
    }
  }
  return blocks;
}

function readLine(line: string): WrittenBlock {
  const heading = headingLine.exec(line)?.[1];
  if (heading !== undefined) return { kind: 'heading', text: heading };
  const [, path, text] = linkLine.exec(line) ?? [];
  if (path !== undefined && text !== undefined) return { kind: 'link', path, text };
  return { kind: 'paragraph', text: line };
}

const placeholder = /\{([A-Za-z0-9.]{1,60})\}/g;

/** The block in its wire form: a known placeholder becomes a run of its own, an unknown one stays literal text. */
export function fillBlock(block: WrittenBlock, figureOf: FigureOf): ContentBlock {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return { kind: block.kind, text: runsOf(block.text, figureOf) };
    case 'list':
    case 'steps':
      return { kind: block.kind, items: block.items.map((item) => runsOf(item, figureOf)) };
    case 'code':
      return { kind: 'code', lines: block.lines.map((line) => exactly(line, figureOf)) };
    case 'link':
      return { ...block, text: runsOf(block.text, figureOf) };
  }
}

function exactly(line: string, figureOf: FigureOf): string {
  return line.replace(placeholder, (written, name: string) => figureOf(name, 'exact') ?? written);
}

function runsOf(text: string, figureOf: FigureOf): TextRun[] {
  const runs: TextRun[] = [];
  let plain = '';
  let from = 0;
  for (const match of text.matchAll(placeholder)) {
    const [written, name = ''] = match;
    const value = figureOf(name, 'worded');
    plain += text.slice(from, match.index);
    from = match.index + written.length;
    if (value === undefined) {
      plain += written;
      continue;
    }
    if (plain !== '') runs.push(plain);
    runs.push({ rule: name, value });
    plain = '';
  }
  plain += text.slice(from);
  if (plain !== '') runs.push(plain);
  return runs;
}

/** Names of the placeholders in a text. */
export function placeholdersIn(text: string): string[] {
  return Array.from(text.matchAll(placeholder), ([, name = '']) => name);
}

export function passagesOf(block: ContentBlock): readonly (readonly TextRun[])[] {
  if (block.kind === 'code') return block.lines.map((line) => [line]);
  return 'items' in block ? block.items : [block.text];
}

export function plainText(runs: readonly TextRun[]): string {
  return runs.map((run) => (typeof run === 'string' ? run : run.value)).join('');
}
