/** Names of the `{placeholders}` in a text. */
export type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** A value for every placeholder of a text; no second argument at all where it has none. */
export type TextArguments<Text extends string> = [Placeholders<Text>] extends [never]
  ? []
  : [values: Readonly<Record<Placeholders<Text>, string | number>>];

/** The text with its `{placeholders}` replaced. A placeholder without a value stays visible, so that it is noticed. */
export function fill(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}
