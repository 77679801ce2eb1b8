import { useState } from 'react';
import type { ErrorCode } from '#contract/errors.ts';
import { refusalCode } from './refusal.ts';

/** Refusals that belong at the field of the second factor. */
export const factorFields = {
  secondFactorMissing: 'factor',
  appCodeMissing: 'factor',
  secondFactorNeeded: 'factor',
  secondFactorWrong: 'factor',
  secondFactorLocked: 'factor',
} as const satisfies Partial<Record<ErrorCode, 'factor'>>;

/** `known`: the page has seen that the member has a second factor. */
export function useFactorRequired(known = false) {
  const [wasRefused, setRefused] = useState(false);
  return {
    /** Whether the form shows the field. */
    isRequired: known || wasRefused,
    /** Call with each refusal: the server requires the second factor of a member who has one. */
    noteRefusal: (error: Error): void => {
      if (refusalCode(error) === 'secondFactorNeeded') setRefused(true);
    },
  };
}
