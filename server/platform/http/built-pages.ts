import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';

const hash = z.string().check(z.regex(/^'sha256-[A-Za-z0-9+/]{43}='$/));

/** The manifest that the web app's build writes for the server. */
const builtPages = z.object({
  /** By lower-case path: whether visitors get the login page instead, the Link header with preloads, the prerendered files by language. */
  pages: z.record(
    z.string(),
    z.object({
      member: z.boolean(),
      link: z.string(),
      screens: z.optional(z.record(z.string(), z.string())),
    }),
  ),
  /** Hashes of inline scripts and styles, by file. */
  inline: z.record(z.string(), z.object({ scripts: z.array(hash), styles: z.array(hash) })),
});

export type BuiltPages = z.output<typeof builtPages>;

/** Empty where the app is not built. */
export function readBuiltPages(path: string): BuiltPages {
  return existsSync(path) ? z.parse(builtPages, JSON.parse(readFileSync(path, 'utf8'))) : { pages: {}, inline: {} };
}
