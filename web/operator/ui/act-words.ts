import { type OperatorAct, operatorActs } from '#contract/operator-acts.ts';
import type { ConsoleTranslate } from '../console-texts.ts';

const known: ReadonlySet<string> = new Set(operatorActs);

/** An act in the operator's language; one of another version as it is named. */
export function actWords(t: ConsoleTranslate, act: string): string {
  return known.has(act) ? t(`acts.${act as OperatorAct}`) : act;
}
