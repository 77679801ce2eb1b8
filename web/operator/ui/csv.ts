/** Lines of a CSV file (RFC 4180). For values that nobody typed: names, moments and numbers, so that no formula is among them. */
export function csvOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, ...rows].map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n');
}
