import { expect, Snapshots } from 'vitest';
import { queryClient } from '#web/platform/api/query-client.ts';
import { iconPaths } from './picture/icon.tsx';

/** Classes that say something about what they are on: the colour of a result, a choice, what is unread. */
const toneClasses = new Set(['up', 'down', 'accent', 'danger', 'problem', 'chosen', 'unread', 'own']);

const attributes = [
  ...['role', 'aria-label', 'aria-pressed', 'aria-expanded', 'aria-checked', 'aria-selected', 'aria-current'],
  ...['aria-invalid', 'aria-busy', 'aria-live', 'aria-valuenow', 'alt', 'href', 'type', 'inputmode', 'autocomplete'],
  ...['maxlength', 'placeholder', 'data-source', 'data-rule', 'data-holds'],
] as const;

const ownLine = new Set([
  ...['a', 'article', 'aside', 'button', 'dd', 'details', 'dialog', 'div', 'dl', 'dt', 'fieldset', 'figure', 'footer'],
  ...['form', 'h1', 'h2', 'h3', 'h4', 'header', 'input', 'label', 'legend', 'li', 'main', 'nav', 'ol', 'option', 'p'],
  ...['section', 'select', 'summary', 'table', 'td', 'textarea', 'th', 'tr', 'ul', 'video', 'img'],
]);

/** Named at the beginning of its line, whatever is in it. */
const named = new Set([
  ...['a', 'button', 'details', 'dialog', 'fieldset', 'h1', 'h2', 'h3', 'h4', 'img', 'input', 'legend', 'li', 'nav'],
  ...['option', 'select', 'summary', 'textarea', 'th', 'video'],
]);

/** The kept outline that the last comparison was with. */
let kept: string | undefined;

/** Texts are compared as they are. */
const asText = {
  name: 'outline',
  capture: (received: unknown) => `\n${received}`,
  render: (captured: string) => captured,
  parseExpected: (text: string) => {
    kept = text.trim();
    return kept;
  },
  match: (captured: string, expected: string) => ({ pass: captured.trim() === expected }),
};

expect.extend({
  toMatchOutline(received: unknown) {
    return Snapshots.toMatchDomainSnapshot.call(this, asText, received);
  },
});

interface OutlineAssertion {
  toMatchOutline(): Promise<void>;
}

/**
 * Compares a screen, once its requests are answered, with the outline kept in `__snapshots__` beside the test. `npx vitest run <test> --update`
 * writes it anew: its difference is to be read before it is committed.
 */
export async function expectOutline(container: Element): Promise<void> {
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  const polled = expect.poll(() => outlineOf(container), { timeout: 20_000, interval: 20 });
  kept = undefined;
  try {
    await (polled as unknown as OutlineAssertion).toMatchOutline();
  } catch (error) {
    // Shows the difference, which a poll leaves out.
    if (kept !== undefined) expect(outlineOf(container)).toBe(kept);
    throw error;
  }
}

/**
 * What a screen says and offers, line by line: its texts in their order, with the kind, the state, the target and the source of what
 * they are on.
 */
export function outlineOf(container: Element): string {
  const lines: string[] = [];
  let line = '';
  const end = (): void => {
    const plain = line.replace(/\s+/g, ' ').trim();
    if (plain !== '') lines.push(plain);
    line = '';
  };
  const walk = (node: Node): void => {
    if (node.nodeType === 3) line += node.textContent;
    if (!(node instanceof Element)) return;
    line += iconOf(node);
    if (isSilent(node)) return;
    const tag = node.localName;
    const breaks = ownLine.has(tag) || node.hasAttribute('role');
    if (breaks) end();
    else line += ' ';
    const said = [named.has(tag) ? tag : '', ...traitsOf(node)].filter((one) => one !== '');
    if (said.length > 0) line += ` [${said.join(' ')}] `;
    for (const child of node.childNodes) walk(child);
    if (breaks) end();
    else line += ' ';
  };
  walk(container);
  end();
  return lines.join('\n');
}

const iconNames = new Map<string, string>(Object.entries(iconPaths).map(([name, path]) => [path, name]));

/** The name of an icon, which only eyes see. */
function iconOf(element: Element): string {
  if (element.localName !== 'svg') return '';
  const name = iconNames.get(element.querySelector('path')?.getAttribute('d') ?? '');
  return name === undefined ? '' : ` (${name}) `;
}

function isSilent(element: Element): boolean {
  const isDrawing = element.localName === 'svg' && !element.hasAttribute('aria-label') && !element.hasAttribute('role');
  return isDrawing || ['script', 'style'].includes(element.localName);
}

function traitsOf(element: Element): string[] {
  const traits = attributes.flatMap((name) => {
    const value = element.getAttribute(name);
    if (value === null || (name === 'type' && value === 'button')) return [];
    return [`${name.replace(/^(aria|data)-/, '')}=${value}`];
  });
  const field = element as Partial<HTMLInputElement>;
  if (element.matches('input:not([type=checkbox], [type=radio], [type=file]), select, textarea')) {
    traits.push(`value="${field.value}"`);
  }
  if (element.matches('input[type=checkbox], input[type=radio]')) traits.push(field.checked ? 'checked' : 'unchecked');
  if (element.matches('option') && (element as HTMLOptionElement).selected) traits.push('selected');
  for (const state of ['disabled', 'open', 'hidden', 'required', 'readonly'] as const) {
    if (element.hasAttribute(state)) traits.push(state);
  }
  if (element.getAttribute('aria-hidden') === 'true') traits.push('unspoken');
  const classes = [...element.classList].map((name) => /^_(.+)_[\w-]+$/.exec(name)?.[1] ?? name);
  return [...traits, ...classes.filter((name) => toneClasses.has(name))];
}
