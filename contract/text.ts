import { toDecimal, type Usdt } from '#core/money/amount.ts';

/** Names of the `{placeholders}` in a text. */
export type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** How long ago something was, in milliseconds; null when it never was. */
export interface Age {
  readonly ageMs: number | null;
}

/** A moment (ms since 1970 UTC) to be formatted in a time zone. */
export interface Moment {
  readonly at: number;
  readonly timeZone: string;
}

/** What a refusal puts into its text: an amount of USDT, an age, a moment, a number, or words that read the same in every language. */
export type TextValue = Usdt | Age | Moment | number | string;

/** A value for every placeholder of a text; no second argument at all where it has none. */
export type TextArguments<Text extends string> = [Placeholders<Text>] extends [never]
  ? []
  : [values: Readonly<Record<Placeholders<Text>, TextValue>>];

/** The values as the language (a BCP 47 tag) writes them: amounts with the decimals they have, ages in their largest whole unit. */
export function wordedValues(
  values: Readonly<Record<string, TextValue>>,
  languageTag: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, worded(value, languageTag)]));
}

function worded(value: TextValue, languageTag: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return new Intl.NumberFormat(languageTag).format(value);
  if (typeof value === 'bigint') {
    const decimal = toDecimal('USDT', value) as `${number}`;
    return new Intl.NumberFormat(languageTag, { maximumFractionDigits: 6 }).format(decimal);
  }
  return 'at' in value ? wordedMoment(value, languageTag) : wordedAge(value, languageTag);
}

/** Gregorian in every language. */
function wordedMoment({ at, timeZone }: Moment, languageTag: string): string {
  const form = { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', timeZone } as const;
  return new Intl.DateTimeFormat(`${languageTag}-u-ca-gregory-nu-latn`, form).format(at);
}

function wordedAge({ ageMs }: Age, languageTag: string): string {
  if (ageMs === null) return '∞';
  const minutes = Math.floor(ageMs / 60_000);
  const [count, unit] =
    minutes < 2
      ? [Math.floor(ageMs / 1000), 'second']
      : minutes < 120
        ? [minutes, 'minute']
        : [Math.floor(minutes / 60), 'hour'];
  return new Intl.NumberFormat(languageTag, { style: 'unit', unit, unitDisplay: 'short' }).format(count);
}

/** The text with its `{placeholders}` replaced. A placeholder without a value stays visible, so that it is noticed. */
export function fill(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}
