import type { ContentBlock } from '#contract/content-blocks.ts';

/** What a later version of a text says that the earlier one does not, in its order, with the headings that it stands under. */
export function changedBlocks(
  earlier: readonly ContentBlock[],
  later: readonly ContentBlock[],
): readonly ContentBlock[] {
  const known = new Set(earlier.flatMap(partsOf).map(textOf));
  const changed: ContentBlock[] = [];
  let heading: ContentBlock | null = null;
  for (const block of later) {
    if (block.kind === 'heading') {
      heading = block;
      continue;
    }
    const added = additionOf(block, known);
    if (added === null) continue;
    if (heading !== null) changed.push(heading);
    heading = null;
    changed.push(added);
  }
  return changed;
}

/** The block, or those of its items that are new; null where nothing is. */
function additionOf(block: ContentBlock, known: ReadonlySet<string>): ContentBlock | null {
  if (block.kind !== 'list' && block.kind !== 'steps') return known.has(textOf(block)) ? null : block;
  const items = block.items.filter((item) => !known.has(textOf(item)));
  return items.length === 0 ? null : { ...block, items };
}

/** A list is compared item by item. */
function partsOf(block: ContentBlock): readonly object[] {
  return block.kind === 'list' || block.kind === 'steps' ? block.items : [block];
}

const textOf = (part: object): string => JSON.stringify(part);
