import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype, { type PathCommand } from 'opentype.js';

/** Letters and digits without look-alikes, in either case. */
export const captchaAlphabet = 'ACDEFHJKMNPRTUXY34679';

export type Point = readonly [x: number, y: number];

/** A line (two points), or a quadratic or cubic Bézier curve (three or four), from its first point to its last. */
export type Curve = readonly Point[];

/** The closed outlines of a letter, each a list of curves, around the origin in units of the letter's height. */
export type Letter = readonly (readonly Curve[])[];

const fontFile = '@fontsource/fredoka/files/fredoka-latin-600-normal.woff';

let letters: ReadonlyMap<string, Letter> | undefined;

/** The outlines of a letter of `captchaAlphabet`, or of any other Latin letter or digit of a fixed test solution. */
export function letterOf(character: string): Letter {
  letters ??= readLetters();
  const letter = letters.get(character.toUpperCase());
  if (!letter) throw new RangeError(`no picture of ${JSON.stringify(character)}`);
  return letter;
}

function readLetters(): ReadonlyMap<string, Letter> {
  const bytes = readFileSync(createRequire(import.meta.url).resolve(fontFile));
  const font = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  return new Map(
    [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'].map((character) => {
      const path = font.getPath(character, 0, 0, 1);
      const box = path.getBoundingBox();
      const [middleX, middleY, height] = [(box.x1 + box.x2) / 2, (box.y1 + box.y2) / 2, box.y2 - box.y1];
      const place = (x: number, y: number): Point => [(x - middleX) / height, (y - middleY) / height];
      return [character, outlines(path.commands, place)] as const;
    }),
  );
}

function outlines(commands: readonly PathCommand[], place: (x: number, y: number) => Point): Letter {
  const letter: Curve[][] = [];
  let pen: Point = [0, 0];
  for (const command of commands) {
    if (command.type === 'Z') continue;
    const end = place(command.x, command.y);
    if (command.type === 'M') letter.push([]);
    else if (command.type === 'L') letter.at(-1)?.push([pen, end]);
    else if (command.type === 'Q') letter.at(-1)?.push([pen, place(command.x1, command.y1), end]);
    else letter.at(-1)?.push([pen, place(command.x1, command.y1), place(command.x2, command.y2), end]);
    pen = end;
  }
  return letter.filter((outline) => outline.length > 0);
}
