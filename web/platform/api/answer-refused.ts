/**
 * An answer that this app does not accept, with the reason: too long, without an end, no JSON, or a field that is missing, too many or
 * malformed.
 */
export class AnswerRefused extends Error {
  override readonly name = 'AnswerRefused';
}
