import type { LevelOffer } from '#contract/plans-offer.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { errorText, useText } from '#web/platform/i18n/text.ts';
import { shortUsdt } from './words.ts';

/** Why a level is locked, worded as the server's refusal; null when it is open. */
export function useLockWords(): (level: LevelOffer) => string | null {
  const format = useFormat();
  useText();
  return (level) => {
    if (level.lockedBy === null) return null;
    if (level.lockedBy === 'weight') return errorText('levelLockedByWeight', { weight: format.count(level.weightMin) });
    return errorText('levelLockedByBalance', { amount: shortUsdt(format, level.amountMin) });
  };
}
