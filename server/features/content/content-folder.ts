import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Locale, localeOf } from '#contract/locale.ts';
import type { ContentKind } from './content-tables.ts';

/** A text's files in all languages that exist. */
export interface WrittenContent {
  readonly kind: ContentKind;
  /** The folder's name without the number of its place. */
  readonly name: string;
  readonly place: number;
  readonly texts: ReadonlyMap<Locale, WrittenText>;
}

export interface WrittenText {
  readonly title: string;
  readonly body: string;
  /** SHA-256 of the file in hex. */
  readonly hash: string;
}

export const contentFolder = fileURLToPath(new URL('./texts/', import.meta.url));

const contentKinds = ['help', 'tip', 'rule', 'document', 'notice'] as const satisfies readonly ContentKind[];

const folderName = /^(\d{3})-([a-z0-9-]{2,36})$/;
const documentName = /^[a-z]+-v[1-9]\d{0,3}$/;

/** Reads all stored texts. Throws on a name or file that does not follow server/features/content/texts/README.md. */
export function readContent(folder: string = contentFolder): WrittenContent[] {
  return contentKinds.flatMap((kind) =>
    namesIn(join(folder, kind)).map((name) => {
      const [, place, id] = folderName.exec(name) ?? [];
      if (place === undefined || id === undefined || (kind === 'document' && !documentName.test(id))) {
        throw new Error(`${kind}/${name} is not named as server/features/content/texts/README.md says`);
      }
      return { kind, name: id, place: Number(place), texts: readTexts(join(folder, kind, name)) };
    }),
  );
}

/** Reads the files of one text, one per language. */
function readTexts(folder: string): Map<Locale, WrittenText> {
  return new Map(
    namesIn(folder).map((file) => {
      const locale = file.endsWith('.md') ? localeOf(file.slice(0, -3)) : null;
      if (locale === null) throw new Error(`${join(folder, file)} is not named after one of the languages`);
      return [locale, readText(join(folder, file))];
    }),
  );
}

function readText(path: string): WrittenText {
  const file = readFileSync(path, 'utf8');
  const [, title, body] = /^# (\S[^\n]*)\n([\s\S]*)$/.exec(file.replaceAll('\r\n', '\n')) ?? [];
  if (title === undefined || body === undefined) throw new Error(`${path} does not begin with "# " and a title`);
  return { title: title.trim(), body: body.trim(), hash: createHash('sha256').update(file).digest('hex') };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
