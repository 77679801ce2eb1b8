import type { listContentFigures as operation } from '#contract/content-operators.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { Library } from './library.ts';

export function listContentFigures(
  library: Library,
  { locale }: InputOf<typeof operation>,
): OutputOf<typeof operation> {
  return Array.from(library.figures(locale), ([name, value]) => ({ name, value }));
}
