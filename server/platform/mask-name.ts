/**
 * A member's name as shown to others: its first two and last two characters, where half of it stays hidden; of a shorter one the first and
 * the last, of four or fewer only the first. Nothing of one who deleted the account (null).
 */
export function maskName(name: string | null): string {
  const characters = Array.from(name ?? '');
  if (characters.length <= 4) return `${characters[0] ?? ''}***`;
  const shown = characters.length < 8 ? 1 : 2;
  return `${characters.slice(0, shown).join('')}***${characters.slice(-shown).join('')}`;
}
