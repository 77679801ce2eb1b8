import type { ErrorArguments, ErrorCode } from '#contract/errors.ts';
import type { TextValue } from '#contract/text.ts';

export type RefusalValues = Readonly<Record<string, TextValue>>;

/** A use case says no, by a code of the contract. Answered with the code's HTTP status and its text in the member's language. */
export class Refusal<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'Refusal';
  readonly code: Code;
  /** What the text of the code has placeholders for. */
  readonly values: RefusalValues;

  constructor(code: Code, ...values: ErrorArguments<Code>) {
    super(code);
    this.code = code;
    this.values = values[0] ?? {};
  }
}

/** The same for a code that is known only while running: its values are not checked by the compiler. */
export function refusalOf(code: ErrorCode, values: RefusalValues = {}): Refusal {
  const refuse = Refusal as new (code: ErrorCode, values: RefusalValues) => Refusal;
  return new refuse(code, values);
}
