import type { Page } from '@playwright/test';

/** Texts on the page's main part that lie over each other, or that a box with a fixed height cuts off. */
export async function crowdedTexts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    const slack = 5;
    const lines: { readonly text: string; readonly node: Node; readonly box: DOMRect }[] = [];
    const found: string[] = [];
    const root = document.querySelector('main');
    if (root === null) return ['no main part'];
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const parent = node.parentElement;
      if (text === '' || parent === null || !isRead(parent)) continue;
      const inside = document.createRange();
      inside.selectNodeContents(node);
      // Of each line the height of its letters: the room that a font leaves above and below them may overlap.
      const size = Number.parseFloat(getComputedStyle(parent).fontSize);
      for (const line of inside.getClientRects()) {
        if (line.width < 1 || line.height < 1) continue;
        const box = new DOMRect(line.x, line.y + (line.height - size) / 2, line.width, size);
        if (cutsOff(parent, box)) found.push(`cut off: ${text}`);
        else lines.push({ text, node, box });
      }
    }
    for (const [place, one] of lines.entries()) {
      for (const other of lines.slice(place + 1)) {
        if (one.node !== other.node && overlap(one.box, other.box)) found.push(`${one.text} lies over ${other.text}`);
      }
    }
    return [...new Set(found)];

    /** Whether it is drawn where it stands: neither invisible, nor for screen readers alone, nor floating over the page. */
    function isRead(element: Element): boolean {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
      for (let each: Element | null = element; each !== null && each !== root; each = each.parentElement) {
        const { position, clipPath } = getComputedStyle(each);
        if (position === 'fixed' || position === 'sticky' || clipPath !== 'none') return false;
        if (each.closest('svg') !== null) return false;
      }
      return true;
    }

    function cutsOff(element: Element, box: DOMRect): boolean {
      for (let each: Element | null = element; each !== null && each !== root; each = each.parentElement) {
        const { overflowY } = getComputedStyle(each);
        if (overflowY !== 'hidden' && overflowY !== 'clip') continue;
        const frame = each.getBoundingClientRect();
        if (box.right <= frame.left || box.left >= frame.right) return false;
        if (box.top < frame.top - slack || box.bottom > frame.bottom + slack) return true;
      }
      return false;
    }

    function overlap(one: DOMRect, other: DOMRect): boolean {
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      return across > slack && down > slack;
    }
  });
}
