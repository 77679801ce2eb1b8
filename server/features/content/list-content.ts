import { sql } from 'kysely';
import type { ContentEntry, EditedKind, listContent as operation } from '#contract/content-operators.ts';
import { type Locale, locales } from '#contract/locale.ts';
import type { InputOf } from '#contract/operation.ts';
import { missingLocales } from './content-check.ts';
import { readStored } from './content-store.ts';
import type { StoredTexts } from './content-tables.ts';
import { readDrafts } from './draft-store.ts';
import type { EditDependencies } from './edited-content.ts';

const entriesMax = 500;

interface Listed {
  readonly id: string;
  readonly version: number | null;
  readonly isWithdrawn: boolean;
  readonly titles: ReadonlyMap<Locale, string>;
}

/** The texts of a kind with their drafts; of a document its version in force. Notices newest first. */
export async function listContent(
  { tables }: EditDependencies,
  { kind }: InputOf<typeof operation>,
  locale: Locale,
): Promise<ContentEntry[]> {
  const [published, drafts] = await Promise.all([readListed(tables, kind), readDrafts(tables, kind)]);
  const draftOf = new Map(drafts.map((draft) => [draft.id, draft]));
  const known = new Set(published.map(({ id }) => id));
  const fresh = drafts
    .filter(({ id }) => !known.has(id))
    .map(({ id }): Listed => ({ id, version: null, isWithdrawn: false, titles: new Map() }));
  return [...fresh, ...published].slice(0, entriesMax).map(({ id, version, isWithdrawn, titles }) => {
    const draft = draftOf.get(id);
    return {
      id,
      title: titles.get(locale) ?? titles.get('en') ?? draft?.texts[locale]?.title ?? draft?.texts.en?.title ?? '',
      version,
      isWithdrawn,
      missing: version === null ? [] : missingLocales(titles),
      draft: draft ? { savedBy: draft.savedBy, savedAt: draft.savedAt, missing: missingIn(draft.texts) } : null,
    };
  });
}

const missingIn = (texts: StoredTexts): Locale[] => locales.filter((locale) => texts[locale] === undefined);

async function readListed(tables: EditDependencies['tables'], kind: EditedKind): Promise<Listed[]> {
  const [stored, { rows: versions }] = await Promise.all([
    readStored(tables, 'withdrawn too'),
    sql<{ id: string; version: number }>`
      select id, max(version) as version from content_version where kind = ${kind} group by id`.execute(tables),
  ]);
  const versionOf = new Map(versions.map(({ id, version }) => [id, version]));
  const listed = stored
    .filter((content) => content.kind === kind)
    .map(({ id, isWithdrawn, texts }): Listed => {
      const titles = new Map(Array.from(texts, ([locale, { title }]) => [locale, title] as const));
      return { id, version: versionOf.get(id) ?? 1, isWithdrawn, titles };
    });
  if (kind === 'notice') return listed.sort((one, other) => (one.id < other.id ? 1 : -1));
  return kind === 'document' ? newestVersions(listed) : listed;
}

/** Of each document the version in force, under the document's name. */
function newestVersions(listed: readonly Listed[]): Listed[] {
  const newest = new Map<string, Listed>();
  for (const one of listed) {
    const [, id = '', number = ''] = /^([a-z]+)-v(\d{1,4})$/.exec(one.id) ?? [];
    const version = Number(number);
    if (!one.isWithdrawn && version > (newest.get(id)?.version ?? 0)) newest.set(id, { ...one, id, version });
  }
  return [...newest.values()];
}
