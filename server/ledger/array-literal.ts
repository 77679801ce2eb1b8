/** PostgreSQL's text of an array of these values. */
export function arrayOf(values: readonly (bigint | number | string | boolean | Date | null)[]): string {
  let text = '';
  for (const value of values) text += text === '' ? elementOf(value) : `,${elementOf(value)}`;
  return `{${text}}`;
}

function elementOf(value: bigint | number | string | boolean | Date | null): string {
  if (typeof value === 'string') return quoted(value);
  if (value instanceof Date) return `"${value.toISOString()}"`;
  return value === null ? 'null' : String(value);
}

/** An array of values that need no quotes: digits, letters. */
export function arrayOfPlain(values: readonly (bigint | number | string)[]): string {
  return `{${values.join(',')}}`;
}

/** The elements of an array whose text needs no quotes; of no array (nothing was aggregated), none. */
export function plainElements(array: string | null | undefined): string[] {
  return array ? array.slice(1, -1).split(',') : [];
}

const special = /["\\]/;

function quoted(text: string): string {
  return special.test(text) ? `"${text.replaceAll(/["\\]/g, '\\$&')}"` : `"${text}"`;
}
