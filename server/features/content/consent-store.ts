import { type Kysely, sql, type Transaction } from 'kysely';
import type { DocumentId } from '#contract/content.ts';
import type { Locale } from '#contract/locale.ts';
import type { ContentTables } from './content-tables.ts';

export interface Consent {
  readonly version: number;
  readonly acceptedAt: number;
}

export interface NewConsent {
  readonly document: DocumentId;
  readonly version: number;
  /** The language in which the member read it. */
  readonly locale: Locale;
}

/** The newest accepted version of each document. */
export async function consentsOf(
  tables: Kysely<ContentTables>,
  memberId: bigint,
): Promise<ReadonlyMap<DocumentId, Consent>> {
  const rows = await tables
    .selectFrom('consent')
    .select(['document', 'version', 'accepted_at'])
    .where('member_id', '=', memberId)
    .orderBy('version')
    .execute();
  return new Map(
    rows.map(({ document, version, accepted_at }) => [document, { version, acceptedAt: accepted_at.getTime() }]),
  );
}

/** Records a member's consents; existing ones are kept. Runs in the transaction of any feature. */
export async function recordConsents<Tables>(
  tables: Kysely<Tables> | Transaction<Tables>,
  memberId: bigint,
  consents: readonly NewConsent[],
  acceptedAt: number,
): Promise<void> {
  for (const { document, version, locale } of consents) {
    await sql`insert into consent (member_id, document, version, locale, accepted_at)
      values (${memberId}, ${document}, ${version}, ${locale}, ${new Date(acceptedAt)})
      on conflict do nothing`.execute(tables);
  }
}
