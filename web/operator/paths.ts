export const consolePath = '/operator';

/** Where a one-time link leads. */
export const enrolPath = `${consolePath}/enrol`;

export const pathOf = (section: string): string => `${consolePath}/${section}`;

/** The name of a path's section; further parts of the path are the section's own. */
export function sectionNameOf(path: string): string | null {
  const [, top, name] = path.split('/');
  return `/${top}` === consolePath ? name || null : null;
}

/** The number or id behind the section's name, or null. */
export function subjectOf(path: string): string | null {
  return path.split('/')[3] || null;
}
