import type { DocumentId } from '#contract/content.ts';
import type { EditedKind } from '#contract/content-operators.ts';
import type { Locale } from '#contract/locale.ts';

export type ContentKind = 'help' | 'tip' | 'rule' | 'document' | 'notice';

/** Titles and bodies by language, as drafts and versions store them. */
export type StoredTexts = Readonly<Partial<Record<Locale, { readonly title: string; readonly body: string }>>>;

/** Columns of the feature's tables. */
export interface ContentTables {
  content: {
    kind: ContentKind;
    id: string;
    place: number;
    seed: string | null;
    published_at: Date;
    withdrawn_by: 'folder' | 'operator' | null;
  };
  content_text: {
    kind: ContentKind;
    id: string;
    locale: Locale;
    title: string;
    body: string;
    seed_hash: string | null;
    updated_at: Date;
  };
  content_draft: {
    kind: EditedKind;
    id: string;
    texts: StoredTexts;
    saved_by: string;
    saved_at: Date;
  };
  content_version: {
    kind: EditedKind;
    id: string;
    version: number;
    texts: StoredTexts;
    published_by: string | null;
    published_at: Date | null;
    reason: string;
  };
  consent: {
    member_id: bigint;
    document: DocumentId;
    version: number;
    locale: Locale;
    accepted_at: Date;
  };
  notice_read_through: { member_id: bigint; notice_id: string };
  notice_read: { member_id: bigint; notice_id: string };
}
