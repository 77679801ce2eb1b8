import type { PlanProof } from '#contract/plans-proof.ts';
import { toDecimal, type Usdt } from '#core/money/amount.ts';

/** Paths to the values of a type, as `terms.leverage`; a list is one path, whatever its length. */
type PathOf<T> = T extends Leaf
  ? never
  : { [Key in keyof T & string]: T[Key] extends Leaf ? Key : `${Key}.${PathOf<T[Key]>}` }[keyof T & string];

type Leaf = string | number | bigint | boolean | null | readonly unknown[];

/** What a difference is about: a value of the proof, its terms or number of rounds as a whole, or the plan's level. */
export type ProofField = PathOf<PlanProof> | 'terms' | 'rounds' | 'level';

/** One value of a proof, as text: amounts in USDT, a candle as one value. */
export interface ProofValue {
  readonly field: ProofField;
  /** Place in a list, from 0. */
  readonly place?: number;
  readonly text: string;
}

/** Every value of a proof, or of the part of one that is known from elsewhere, by its path. */
export function valuesOf(proof: Partial<PlanProof>): ReadonlyMap<string, ProofValue> {
  const values = new Map<string, ProofValue>();
  const add = (path: string, value: unknown, place?: number): void => {
    if (Array.isArray(value) && place === undefined) {
      for (const [at, one] of value.entries()) add(path, one, at);
    } else if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      for (const [name, one] of Object.entries(value)) add(path === '' ? name : `${path}.${name}`, one);
    } else {
      const text = typeof value === 'bigint' ? toDecimal('USDT', value as Usdt) : String(value);
      values.set(place === undefined ? path : `${path} ${place}`, {
        field: path as ProofField,
        text,
        ...(place !== undefined && { place }),
      });
    }
  };
  add('', proof);
  return values;
}
