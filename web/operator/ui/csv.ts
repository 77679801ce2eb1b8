/** Lines of a CSV file (RFC 4180). A text that spreadsheets would take for a formula is preceded by an apostrophe: somebody may have typed it. */
export function csvOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, ...rows]
    .map((row) => row.map((cell) => `"${asText(cell).replaceAll('"', '""')}"`).join(','))
    .join('\r\n');
}

const asText = (cell: string): string => (/^[=+@\t\r]|^-(?!\d+(\.\d+)?$)/.test(cell) ? `'${cell}` : cell);
