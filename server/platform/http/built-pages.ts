import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';

const hash = z.string().check(z.regex(/^'sha256-[A-Za-z0-9+/]{43}='$/));

/** What the build of the web app writes down for the server. */
const builtPages = z.object({
  /** By address in small letters: whether visitors are sent to the login instead, what the page preloads as a Link header, its prerendered files by language. */
  pages: z.record(
    z.string(),
    z.object({
      member: z.boolean(),
      link: z.string(),
      screens: z.optional(z.record(z.string(), z.string())),
    }),
  ),
  /** By file: hashes of its inline scripts and styles. */
  inline: z.record(z.string(), z.object({ scripts: z.array(hash), styles: z.array(hash) })),
});

export type BuiltPages = z.output<typeof builtPages>;

/** Nothing where the app is not built. */
export function readBuiltPages(path: string): BuiltPages {
  return existsSync(path) ? z.parse(builtPages, JSON.parse(readFileSync(path, 'utf8'))) : { pages: {}, inline: {} };
}
