import type { PlanProof } from '#contract/plans-proof.ts';
import { type ProofField, type ProofValue, valuesOf } from './proof-fields.ts';

/**
 * A mismatch: of the proof's claim with this phone's result (`engine`), or of the proof with what the phone kept at placing
 * (`kept`), with the page (`page`), with the market's published minutes (`market`) or what it says that it plays (`status`), or
 * with the recorded days (`recording`); or of the server's receipt with what this phone sent (`receipt`).
 */
export interface PlanProofDifference {
  readonly between: 'engine' | 'kept' | 'page' | 'market' | 'status' | 'recording' | 'receipt';
  readonly field: ProofField;
  /** Place in a list, from 1. */
  readonly place?: number;
  /** The claimed value: of the proof, or of what it is compared with. */
  readonly claimed: string;
  /** The value it is compared with: this phone's result, or the proof's. */
  readonly found: string;
}

/** Of what is known every value, and of its lists no value less or more. */
export function differencesTo(
  between: PlanProofDifference['between'],
  known: Partial<PlanProof>,
  proof: Partial<PlanProof>,
): PlanProofDifference[] {
  const expected = valuesOf(known);
  const given = valuesOf(proof);
  const tops = new Set(Object.keys(known));
  const paths = new Set([...expected.keys(), ...[...given.keys()].filter((path) => tops.has(topOf(path)))]);
  return [...paths].flatMap((path) => {
    const [one, other] = [expected.get(path), given.get(path)];
    const { field, place } = (one ?? other) as ProofValue;
    if (one?.text === other?.text) return [];
    return {
      between,
      field,
      ...(place !== undefined && { place: place + 1 }),
      claimed: one?.text ?? '-',
      found: other?.text ?? '-',
    };
  });
}

const topOf = (path: string): string => path.split(/[. ]/)[0] ?? '';
