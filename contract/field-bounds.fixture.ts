import * as z from 'zod/mini';
import type { Operation } from './operation.ts';

/** What is wrong with a field, by its refusal; null where it is taken, whatever the other fields are. */
export function problem(input: z.ZodMiniType, field: string, value: string): string | null {
  const { error } = z.safeDecode(input, { [field]: value } as never);
  return error?.issues.find(({ path }) => path[0] === field)?.message ?? null;
}

export const signs = (count: number, sign = 'a'): string => sign.repeat(count);
export const digits = (count: number): string => signs(count, '7');
export const id = '0123456789ABCDEF';
export const hash = signs(64, 'f');

export interface Bounds {
  readonly taken: readonly string[];
  /** Each refused with this code; any where it is left out. */
  readonly refused: readonly string[];
  readonly as?: string;
}

/** Ids of rows and of pages: letters in capitals and digits. */
export const rowId = (as: string): Bounds => ({
  taken: ['0AZ9', signs(20, 'Z')],
  refused: ['', '0AZ', signs(21, 'Z'), '0az9', "0AZ9'"],
  as,
});
export const longId = (as: string): Bounds => ({
  taken: [id],
  refused: ['', id.slice(1), `${id}0`, id.toLowerCase(), `${id}\n`],
  as,
});
export const number = (as: string): Bounds => ({
  taken: ['0', digits(9)],
  refused: ['', digits(10), '-1', '1.5', '1e3', ' 1'],
  as,
});
export const memberNumber = (as: string): Bounds => ({
  taken: [digits(16)],
  refused: [digits(15), digits(17), id],
  as,
});
export const version = (as: string): Bounds => ({ taken: ['1', '9999'], refused: ['', '0', '01', '10000', '1.0'], as });
export const place = (as: string): Bounds => ({
  taken: ['1', digits(9)],
  refused: ['', '0', '01', digits(10), '-1'],
  as,
});
export const sha256 = (as: string): Bounds => ({
  taken: [hash],
  refused: ['', hash.slice(1), `${hash}f`, signs(64, 'G')],
  as,
});
export const anyPassword = (as: string): Bounds => ({ taken: ['a', signs(64), ' \n'], refused: [signs(65)], as });
export const reason: Bounds = {
  taken: ['for', signs(200), 'ไม่ใช่เจ้าของ'],
  refused: ['ab', signs(201), 'two\nlines', 'turned \u202e around'],
  as: 'actReasonInvalid',
};
export const text = (most: number, as: string): Bounds => ({
  taken: ['a', signs(most), signs(most, '😀'), 'two\nlines', '\u202etxt.exe'],
  refused: [signs(most + 1), ' \n ', '\u200b\u202e', 'a\tb', 'a\u0000b', '\ud800'],
  as,
});
/** Names as they are tidied: spaces around them and between words count once. */
export const personName = (as: string): Bounds => ({
  taken: ['Li', signs(60), '  Zoe\u0308   Ruiz ', 'นพพร สุขใจ', 'O’Neil-Smith, Jr.', 'Nguyễn Thị Ánh'],
  refused: ['L', signs(61), '...', 'Li 2', '<b>Li</b>'],
  as,
});

/** An operation, and the bounds of fields of it. */
export type FieldBounds = readonly [Operation, Readonly<Record<string, Bounds>>];

/** Where the fields of the operation are not bounded so, a line each: what was sent, and what came of it. */
export function otherBounds({ input }: Pick<Operation, 'input'>, fields: FieldBounds[1]): string[] {
  return Object.entries(fields).flatMap(([field, { taken, refused, as }]) => {
    const isOther = (value: string, found: string | null): boolean => {
      if (taken.includes(value)) return found !== null;
      // What is missing may have a code of its own.
      return found === null || (value !== '' && as !== undefined && found !== as);
    };
    return [...taken, ...refused].flatMap((value) => {
      const found = problem(input, field, value);
      return isOther(value, found) ? [`${field} ${JSON.stringify(value)}: ${found}`] : [];
    });
  });
}
