/** A member's name as everybody may see it: its first two and last two characters. A name of four or fewer shows only its first. */
export function maskName(name: string): string {
  const characters = Array.from(name);
  if (characters.length <= 4) return `${characters[0] ?? ''}***`;
  return `${characters.slice(0, 2).join('')}***${characters.slice(-2).join('')}`;
}
