import type { Article } from '#contract/content-blocks.ts';
import type { Page } from './library.ts';

/** The text in its wire form. */
export function articleOf({ id, title, blocks, updatedAt }: Page): Article {
  return { id, title, blocks, updatedAt };
}
