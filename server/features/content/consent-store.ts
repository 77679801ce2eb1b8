import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import type { DocumentId } from '#contract/content.ts';
import type { Locale } from '#contract/locale.ts';
import { inMs } from '#server/platform/database/in-ms.ts';

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
export async function consentsOf(tables: Kysely<unknown>, memberId: bigint): Promise<ReadonlyMap<DocumentId, Consent>> {
  const { rows } = await sql<{ document: DocumentId; version: number; acceptedAt: Date }>`
    select document, version, accepted_at as "acceptedAt" from consent where member_id = ${memberId}
    order by version`.execute(tables);
  return new Map(rows.map(inMs).map(({ document, ...consent }) => [document, consent]));
}

/** Records a member's consents; existing ones are kept. Runs in the transaction of any feature. */
export async function recordConsents(
  within: QueryExecutorProvider,
  memberId: bigint,
  consents: readonly NewConsent[],
  acceptedAt: number,
): Promise<void> {
  for (const { document, version, locale } of consents) {
    await sql`insert into consent (member_id, document, version, locale, accepted_at)
      values (${memberId}, ${document}, ${version}, ${locale}, ${new Date(acceptedAt)})
      on conflict do nothing`.execute(within);
  }
}
