import type { Translate } from '#web/platform/i18n/text.ts';

/** A proof that this app does not accept, with the reason: too large, no JSON, or a field that is missing, too many or malformed. */
export class ProofUnreadable extends Error {
  override readonly name = 'ProofUnreadable';
}

/** The member's message where a proof could not be loaded. */
export function proofFailureText(t: Translate, error: unknown): string {
  return error instanceof ProofUnreadable
    ? t('planProof.proofUnreadable', { reason: error.message })
    : t('planProof.verifyFailed');
}
