/**
 * A member's name as shown to others: its first two and last two characters; of four or fewer only the first. Nothing of one who deleted
 * the account (null).
 */
export function maskName(name: string | null): string {
  const characters = Array.from(name ?? '');
  if (characters.length <= 4) return `${characters[0] ?? ''}***`;
  return `${characters.slice(0, 2).join('')}***${characters.slice(-2).join('')}`;
}
