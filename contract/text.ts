import { toDecimal, type Usdt } from '#core/money/amount.ts';
import { memoized } from './memoized.ts';

/** Names of the `{placeholders}` in a text, those of `{counts, plural, …}` included. */
export type Placeholders<Text extends string> = Text extends `${string}{${infer Head}}${infer Rest}`
  ? Head extends `${infer Name}, plural, ${string}`
    ? Name | (Rest extends `${string}}}${infer After}` ? Placeholders<After> : never)
    : Head | Placeholders<Rest>
  : never;

/** How long ago something was, in milliseconds; null when it never was. */
interface Age {
  readonly ageMs: number | null;
}

/** A moment (ms since 1970 UTC), formatted in its time zone, or in the reader's. */
interface Moment {
  readonly at: number;
  readonly timeZone?: string;
}

/** What a refusal puts into its text: an amount of USDT, an age, a moment, a number, or words that read the same in every language. */
export type TextValue = Usdt | Age | Moment | number | string;

/** A value for every placeholder of a text; no second argument at all where it has none. */
export type TextArguments<Text extends string> = [Placeholders<Text>] extends [never]
  ? []
  : [values: Readonly<Record<Placeholders<Text>, TextValue>>];

/**
 * The values as the language (a BCP 47 tag) writes them: amounts with the decimals they have, ages in their largest whole unit, moments
 * in their own time zone or else in the reader's (an IANA name).
 */
export function wordedValues(
  values: Readonly<Record<string, TextValue>>,
  languageTag: string,
  timeZone = 'UTC',
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, worded(value, languageTag, timeZone)]),
  );
}

function worded(value: TextValue, languageTag: string, timeZone: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numbers(languageTag).format(value);
  if (typeof value === 'bigint') {
    const decimal = toDecimal('USDT', value) as `${number}`;
    return amounts(languageTag).format(decimal);
  }
  return 'at' in value
    ? moments(languageTag, value.timeZone ?? timeZone).format(value.at)
    : wordedAge(value, languageTag);
}

const numbers = memoized((languageTag: string) => new Intl.NumberFormat(languageTag));

const amounts = memoized((languageTag: string) => new Intl.NumberFormat(languageTag, { maximumFractionDigits: 6 }));

const counts = memoized(
  (languageTag: string, unit: string) =>
    new Intl.NumberFormat(languageTag, { style: 'unit', unit, unitDisplay: 'short' }),
);

/** Gregorian in every language. */
const moments = memoized(
  (languageTag: string, timeZone: string) =>
    new Intl.DateTimeFormat(`${languageTag}-u-ca-gregory-nu-latn`, {
      dateStyle: 'medium',
      timeStyle: 'short',
      hourCycle: 'h23',
      timeZone,
    }),
);

function wordedAge({ ageMs }: Age, languageTag: string): string {
  if (ageMs === null) return '∞';
  const minutes = Math.floor(ageMs / 60_000);
  const [count, unit] =
    minutes < 2
      ? [Math.floor(ageMs / 1000), 'second']
      : minutes < 120
        ? [minutes, 'minute']
        : [Math.floor(minutes / 60), 'hour'];
  return counts(languageTag, unit).format(count);
}

/**
 * The text with its `{placeholders}` replaced. A count of `{count, plural, one {# plan} other {# plans}}`, as ICU MessageFormat writes
 * it, takes the form that the language (a BCP 47 tag) has for it, with the count in place of `#`. A placeholder without a value stays
 * visible, so that it is noticed.
 */
export function fill(
  text: string,
  values: Readonly<Record<string, string | number>> | undefined,
  languageTag: string,
): string {
  return text.replace(pattern, (placeholder: string, name: string, forms?: string) => {
    const value = values?.[name];
    if (value === undefined || !forms) return String(value ?? placeholder);
    const category = plurals(languageTag).select(Number(value));
    return forms.replace(/(\w+) {(.*?)} ?/g, (_, of: string, form: string) =>
      of === category ? form.replaceAll('#', String(value)) : '',
    );
  });
}

const pattern = /{(\w+)(?:, plural, ((?:\w+ {[^{}]*} ?)+))?}/g;

const plurals = memoized((languageTag: string) => new Intl.PluralRules(languageTag));
