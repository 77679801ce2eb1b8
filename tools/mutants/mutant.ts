/** The bugs planted in one file, and the tests that are expected to notice them. */
interface MutatedFile {
  /** From the root of the repository. */
  readonly file: string;
  /** Test files and folders, from the root; those below `e2e/` run in a browser. */
  readonly tests: readonly string[];
  readonly bugs: readonly Bug[];
}

/** One bug: the text of its file, changed in one place. */
export interface Bug {
  /** The bug, as one would report it; unique in the whole list. */
  readonly name: string;
  /** Occurs exactly once in the file. */
  readonly before: string;
  readonly after: string;
}

/** One bug with where it is planted. */
export interface Mutant extends Bug, Omit<MutatedFile, 'bugs'> {
  /** The part of the product that the rate is printed for. */
  readonly room: string;
}

/** A bug of a file. */
export function bug(name: string, before: string, after: string): Bug {
  return { name, before, after };
}

/** Every bug of a room's files. */
export function mutantsOf(room: string, files: readonly MutatedFile[]): Mutant[] {
  return files.flatMap(({ file, tests, bugs }) => bugs.map((one) => ({ ...one, room, file, tests })));
}

/** The text of the file with the bug in. Throws where `before` does not occur exactly once, or nothing changes. */
export function plant({ name, file, before, after }: Mutant, text: string): string {
  const places = text.split(before).length - 1;
  if (places !== 1) throw new Error(`"${name}": the text to replace occurs ${places} times in ${file}`);
  if (before === after) throw new Error(`"${name}" changes nothing`);
  return text.replace(before, () => after);
}
