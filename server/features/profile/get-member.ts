import type { Kysely } from 'kysely';
import type { OutputOf } from '#contract/operation.ts';
import type { getMember as operation } from '#contract/profile.ts';
import { add } from '#core/money/amount.ts';
import { levelsAt, leverageUnlocked } from '#core/plans/levels.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { serverTexts } from '#server/platform/http/texts.ts';
import { readMemberFigures } from './member-figures.ts';
import type { ProfileTables } from './profile-tables.ts';

export interface GetMemberDependencies {
  readonly tables: Kysely<ProfileTables>;
  readonly clock: Pick<ProductClock, 'now'>;
}

export async function getMember(
  { tables, clock }: GetMemberDependencies,
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
    leverageUnlocked: leverageUnlocked(levelsAt(now), weight),
  };
}
