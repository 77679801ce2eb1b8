/** Accents of the Latin script; the vowels of Thai and the voicing of Japanese are marks as well, and distinguish names. */
const accents = /[\u0300-\u036f]/g;
const signs = /[.,'’·-]/gu;
const blanks = /\s+/gu;

/**
 * Whether two names are one person's as a bank compares them: letter case, accents, signs between the letters, the width of letters and
 * the number of spaces do not count; the letters and their order do.
 */
export function isSameName(one: string, other: string): boolean {
  return comparable(one) === comparable(other);
}

function comparable(name: string): string {
  const letters = name.normalize('NFKD').replace(accents, '').replace(signs, ' ');
  return letters.replace(blanks, ' ').trim().toLowerCase().replace(/đ/g, 'd').normalize('NFC');
}
