import type { NotCompared, Verification } from './plan-proof.ts';

/**
 * What a verification came to. `partly`: nothing contradicts it, but not everything could be compared. `nothing`: there was nothing to compute the
 * result from.
 */
export type VerificationVerdict = 'verified' | 'partly' | 'nothing' | 'mismatch';

/** A day that is still being played is not revealed yet: that is so of every plan at first. */
const expected: readonly NotCompared[] = ['recordingHidden'];

export function verdictOf({
  matches,
  notCompared,
}: Pick<Verification, 'matches' | 'notCompared'>): VerificationVerdict {
  if (!matches) return 'mismatch';
  if (notCompared.includes('marketGone')) return 'nothing';
  return notCompared.every((point) => expected.includes(point)) ? 'verified' : 'partly';
}
