import type { ErrorArguments, ErrorCode } from '#contract/errors.ts';
import type { TextValue } from '#contract/text.ts';

export type RefusalValues = Readonly<Record<string, TextValue>>;

/** A use case refuses, by a code of the contract. Sent with the code's HTTP status and its text in the member's language. */
export class Refusal<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'Refusal';
  readonly code: Code;
  /** Values of the text's placeholders. */
  readonly values: RefusalValues;

  constructor(code: Code, ...values: ErrorArguments<Code>) {
    super(code);
    this.code = code;
    this.values = values[0] ?? {};
  }
}

/** The same for a code known only at run time: its values are not checked by the compiler. */
export function refusalOf(code: ErrorCode, values: RefusalValues = {}): Refusal {
  const refuse = Refusal as new (code: ErrorCode, values: RefusalValues) => Refusal;
  return new refuse(code, values);
}
