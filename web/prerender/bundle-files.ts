import type { Rolldown } from 'vite';
import type { Route } from '../routes.ts';

/** The entry of every page. */
export const entryModules: readonly string[] = ['boot.ts', 'main.tsx'];

/** What a page imports at once; where its code is stands in a file of its own, but for the prerendered pages. */
export const modulesOf = ({ page, preload = [], prerender }: Route): readonly string[] => [
  `pages/${page}.tsx`,
  ...preload,
  ...(prerender ? [] : ['more-pages.ts']),
];

export interface BundleFiles {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** The chunks of these source modules with all their static imports. */
export function neededBy(bundle: Rolldown.OutputBundle, modules: readonly string[]): BundleFiles {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const wanted = modules.map((module) => {
    const path = `/web/${module}`;
    const chunk =
      chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(path)) ??
      chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(path)));
    if (chunk === undefined) throw new Error(`the bundle has no ${module}`);
    return chunk;
  });
  const parts = new Set(wanted);
  // The set grows while it is iterated, so imports are followed transitively.
  for (const part of parts) {
    for (const chunk of chunks) if (part.imports.includes(chunk.fileName)) parts.add(chunk);
  }
  return {
    scripts: [...parts].map(({ fileName }) => fileName),
    styles: [...new Set([...parts].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))],
  };
}

/** The font file of Latin letters, or of the additional Vietnamese ones. */
export function fontFile(bundle: Rolldown.OutputBundle, letters: 'latin' | 'vietnamese'): string {
  const name = `inter-${letters}-wght-normal-`;
  const file = Object.keys(bundle).find((each) => each.includes(name) && each.endsWith('.woff2'));
  if (file === undefined) throw new Error(`the bundle has no font for ${letters}`);
  return file;
}

export function textOf(bundle: Rolldown.OutputBundle, file: string): string {
  const output = bundle[file];
  if (output?.type !== 'asset') throw new Error(`the bundle has no ${file}`);
  return String(output.source);
}
