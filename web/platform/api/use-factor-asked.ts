import { useState } from 'react';
import type { ErrorCode } from '#contract/errors.ts';
import { refusalCode } from './refusal.ts';

/** Refusals that belong at the field of the second factor. */
export const factorPlaces = {
  secondFactorMissing: 'factor',
  secondFactorNeeded: 'factor',
  secondFactorWrong: 'factor',
  secondFactorLocked: 'factor',
} as const satisfies Partial<Record<ErrorCode, 'factor'>>;

export interface FactorAsked {
  /** Whether the form shows the field. */
  readonly asked: boolean;
  /** Takes note of a refusal: the server asks for the second factor of a member who has one. */
  heard(error: Error): void;
}

/** `known`: the page has seen that the member has a second factor. */
export function useFactorAsked(known = false): FactorAsked {
  const [isAsked, setAsked] = useState(false);
  return {
    asked: known || isAsked,
    heard: (error) => {
      if (refusalCode(error) === 'secondFactorNeeded') setAsked(true);
    },
  };
}
