import type { DocumentId } from '#contract/content.ts';
import type { Locale } from '#contract/locale.ts';

export type ContentKind = 'help' | 'tip' | 'rule' | 'document' | 'notice';

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
