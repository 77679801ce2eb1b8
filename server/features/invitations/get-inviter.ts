import type pg from 'pg';
import { houseInvitationCode } from '#contract/identity-schemas.ts';
import type { getInviter as operation } from '#contract/invitations.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { Call } from '#server/platform/http/binding.ts';
import type { Allowance, RateLimiter } from '#server/platform/http/rate-limit.ts';
import { maskName } from '#server/platform/mask-name.ts';
import { networkOf } from '#server/platform/network.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { findByCode } from './team-store.ts';

export interface GetInviterDependencies {
  readonly pool: pg.Pool;
  /** Bounds the unknown codes of one network; null where nothing is bounded. */
  readonly unknownCodes: RateLimiter | null;
}

/** Unknown codes of one network: more than a family mistypes, and centuries for one of the 21^8 codes. */
export const unknownCodeAllowance: Allowance = { burst: 20, perSecond: 1 / 30 };

/**
 * Whose code this is. A network that has used up its unknown codes is refused right and wrong ones alike, so that a refusal says nothing about a code;
 * the house's own, which everybody knows, always works.
 */
export async function getInviter(
  { pool, unknownCodes }: GetInviterDependencies,
  input: InputOf<typeof operation>,
  { address }: Pick<Call, 'address'>,
): Promise<OutputOf<typeof operation>> {
  const code = input.code.toUpperCase();
  if (code === houseInvitationCode) return { code, name: null };
  const network = networkOf(address);
  // Taken before the code is looked up, so that tries at the same moment are bounded too.
  const seconds = unknownCodes?.take(network, 1) ?? 0;
  if (seconds > 0) throw new Refusal('tooManyRequests', { seconds });
  const owner = await findByCode(pool, code);
  if (!owner) throw new Refusal('inviteUnknown');
  unknownCodes?.refund(network, 1);
  return { code, name: maskName(owner.username) };
}
