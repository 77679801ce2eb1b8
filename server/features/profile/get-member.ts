import type { Kysely } from 'kysely';
import type { OutputOf } from '#contract/operation.ts';
import type { getMember as operation } from '#contract/profile.ts';
import { add } from '#core/money/amount.ts';
import { leverageUnlocked } from '#core/plans/levels.ts';
import { levelsOffered } from '#core/products/offers.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { serverTexts } from '#server/platform/http/texts.ts';
import type { ProductOffers } from '#server/platform/offers/product-offers.ts';
import { readMemberFigures } from './member-figures.ts';

export interface GetMemberDependencies {
  readonly tables: Kysely<unknown>;
  readonly clock: Pick<ProductClock, 'now'>;
  readonly offers: Pick<ProductOffers, 'changes'>;
}

export async function getMember(
  { tables, clock, offers }: GetMemberDependencies,
  { member, locale }: Pick<Call, 'member' | 'locale'>,
): Promise<OutputOf<typeof operation>> {
  const now = clock.now();
  const { available, locked, weight, ...figures } = await readMemberFigures(
    tables,
    member.memberId,
    member.timeZone,
    now,
  );
  return {
    ...figures,
    username: member.username,
    weight,
    authorization: add(available, locked),
    available,
    locked,
    rule: serverTexts[locale].weightRule,
    leverageUnlocked: leverageUnlocked(levelsOffered(now, offers.changes()), weight),
  };
}
