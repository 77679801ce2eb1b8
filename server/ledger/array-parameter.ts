type Element = bigint | number | string | boolean | Date | null;

/** PostgreSQL's array literal of these values. */
export function arrayOf(values: readonly Element[]): string {
  return `{${values.map(elementOf).join(',')}}`;
}

/** The same for values that need no quotes: digits, letters. */
export function arrayOfPlain(values: readonly (bigint | number | string)[]): string {
  return `{${values.join(',')}}`;
}

/** The elements of an array literal without quotes; none for null (an aggregate over no rows). */
export function plainElements(array: string | null | undefined): string[] {
  return array ? array.slice(1, -1).split(',') : [];
}

function elementOf(value: Element): string {
  if (typeof value === 'string') return quoted(value);
  if (value instanceof Date) return timeOf(value);
  return value === null ? 'null' : String(value);
}

function quoted(text: string): string {
  return text.includes('"') || text.includes('\\') ? `"${text.replaceAll(/["\\]/g, '\\$&')}"` : `"${text}"`;
}

/** Memoised: rows of a batch mostly share their times, and formatting one costs more than the rest of its row. */
let lastTime = { at: Number.NaN, text: '' };

function timeOf(time: Date): string {
  const at = time.getTime();
  if (at !== lastTime.at) lastTime = { at, text: `"${time.toISOString()}"` };
  return lastTime.text;
}
