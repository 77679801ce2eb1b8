import { AnswerRefused } from '#web/platform/api/answer-refused.ts';
import type { Translate } from '#web/platform/i18n/text.ts';

/** The member's message where a proof could not be loaded. */
export function proofFailureText(t: Translate, error: unknown): string {
  return error instanceof AnswerRefused
    ? t('planProof.proofUnreadable', { reason: error.message })
    : t('planProof.verifyFailed');
}
