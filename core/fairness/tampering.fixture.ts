/** A transcript with one thing changed, and where. */
export interface Tampered<Value> {
  /** Path of what was changed, like `closing.orders.big.stake`. */
  readonly path: string;
  readonly value: Value;
}

type Path = readonly (string | number)[];

/** Values that a field can be replaced by, by its path with `[]` for any index. */
type Choices = Readonly<Record<string, readonly unknown[]>>;

const nameOf = (path: Path): string => written(path).replace(/\[\d+\]/g, '[]');

/** Every leaf, every list and every named choice of a value that consists of plain objects. */
function placesIn(value: unknown, choices: Choices, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inside = Object.entries(value).flatMap(([name, one]) =>
    placesIn(one, choices, [...path, Array.isArray(value) ? Number(name) : name]),
  );
  const isPlace = Array.isArray(value) ? value.length > 0 : Object.hasOwn(choices, nameOf(path));
  return isPlace ? [...inside, path] : inside;
}

/**
 * Everything that differs from `value` in one place: each number and amount more, less and zero; each text with a changed, a missing and an
 * additional letter; each list with an item missing, twice, and in the other order; each field of `choices` by those alone.
 */
export function* tamperedWith<Value>(value: Value, choices: Choices): Generator<Tampered<Value>> {
  for (const path of placesIn(value, choices)) {
    const before = at(value, path);
    for (const after of choices[nameOf(path)] ?? others(before)) {
      if (same(after, before)) continue;
      yield { path: written(path), value: replaced(value, path, after) as Value };
    }
  }
}

const same = (one: unknown, other: unknown): boolean =>
  one === other || (Array.isArray(one) && Array.isArray(other) && text(one) === text(other));

const text = (value: unknown): string =>
  JSON.stringify(value, (_name, one) => (typeof one === 'bigint' ? `${one}n` : one));

const written = (path: Path): string =>
  path.reduce<string>((before, part) => {
    if (typeof part === 'number') return `${before}[${part}]`;
    return before === '' ? part : `${before}.${part}`;
  }, '');

function others(before: unknown): unknown[] {
  if (typeof before === 'number') return [before + 1, before - 1, 0, before + 0.5, before * 1_000 + 7];
  if (typeof before === 'bigint') return [before + 1n, before - 1n, 0n, before * 2n, -before];
  if (typeof before === 'string') return otherTexts(before);
  if (Array.isArray(before)) return [before.slice(1), before.slice(0, -1), [...before, before[0]], before.toReversed()];
  return [];
}

const hexLetter = (letter: string): string => ((Number.parseInt(letter, 16) ^ 1) >>> 0).toString(16);

function otherTexts(before: string): string[] {
  if (!/^[0-9a-f]{16,}$/.test(before)) return [`${before}X`, before.slice(1)];
  const flipped = (place: number) => before.slice(0, place) + hexLetter(before.charAt(place)) + before.slice(place + 1);
  return [
    flipped(0),
    flipped(before.length - 1),
    flipped(Math.floor(before.length / 2)),
    before.slice(2),
    `${before}00`,
  ];
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inside, part) => (inside as Record<string | number, unknown>)[part], value);
}

function replaced(value: unknown, [part, ...rest]: Path, after: unknown): unknown {
  if (part === undefined) return after;
  const inside = replaced((value as Record<string | number, unknown>)[part], rest, after);
  if (Array.isArray(value)) return value.with(Number(part), inside);
  return { ...(value as object), [part]: inside };
}
