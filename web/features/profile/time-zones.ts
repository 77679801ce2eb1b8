/** The phone's known zones that match the search, prefix matches first; at most `limit`. */
export function zonesMatching(zones: readonly string[], search: string, limit: number): readonly string[] {
  const wanted = search.trim().toLowerCase().replaceAll(' ', '_');
  const found = zones.filter((zone) => zone.toLowerCase().includes(wanted));
  const begins = (zone: string) => zone.split('/').some((part) => part.toLowerCase().startsWith(wanted));
  return [...found.filter(begins), ...found.filter((zone) => !begins(zone))].slice(0, limit);
}
