import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, vi } from 'vitest';
import { getOperatorSession } from '#contract/operators.ts';
import { type OperatorRole, permissionsOf } from '#contract/roles.ts';
import { type FakeServer, fakeServer, type Mounted, mount } from '#web/ui/mounted.fixture.tsx';
import { answer, useLanguage } from '#web/ui/shown.fixture.tsx';
import { chooseConsoleLocale } from './locale.ts';

/** To be awaited before a part of the console is shown. */
export async function useConsoleInEnglish(): Promise<void> {
  await useLanguage('en');
  await chooseConsoleLocale('en');
}

/** A server with an operator who is signed in: every section of the console is shown after that is known. */
export function operatorServer(role: OperatorRole = 'owner', operator = 'anna'): FakeServer {
  const server = fakeServer();
  const session = { operator, role, permissions: permissionsOf(role), expiresAt: 9e12 };
  answer(getOperatorSession, {}, session);
  server.answer(getOperatorSession, session);
  return server;
}

/** A part of the console, with short words for what an operator does and sees there. */
export interface Desk extends Mounted {
  /** All words, without those that only screen readers have. */
  words(): string;
  /** The values of a table's rows, by its caption; none where there is no table. */
  rows(caption: string): string[][];
  /** The values beside those names, in the order of the page. */
  facts(name: string): string[];
  /** The button with that text: the first one, or the one at a place among several. */
  button(label: string, place?: number): HTMLButtonElement;
  hasButton(label: string): boolean;
  press(label: string, place?: number): Promise<void>;
  /** Takes the place of what the field holds. */
  write(label: string, text: string): Promise<void>;
  choose(label: string, value: string): Promise<void>;
  field(label: string): HTMLInputElement;
  /** The dialog that is open: its words; empty without one. */
  dialog(): string;
  /** The dialog itself, or the card with that title, for an outline. */
  openDialog(): Element;
  card(title: string): Element;
  /** The button in the open dialog. */
  confirm(label: string): Promise<void>;
  alerts(): string[];
  /** What is said beside the work, each once. */
  notes(): string[];
}

const plain = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

export function mountDesk(node: ReactNode, path = '/operator'): Desk {
  const mounted = mount(node, { path });
  const { container } = mounted;
  // Without a look at the styles of everything around each press, and without pauses: a desk has hundreds of cells.
  const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
  const all = <Found extends Element>(selector: string) => [...container.querySelectorAll<Found>(selector)];
  const openDialog = () => container.querySelector('dialog[open]');
  const buttons = (label: string) =>
    all<HTMLButtonElement>('button').filter(
      (one) => plain(one.textContent) === label && one.closest('dialog') === null,
    );
  const button = (label: string, place = 0): HTMLButtonElement => {
    const found = buttons(label)[place];
    if (found === undefined) throw new Error(`no button "${label}" in: ${plain(container.textContent)}`);
    return found;
  };
  const field = (label: string): HTMLInputElement => {
    const found = all<HTMLLabelElement>('label').filter((one) => plain(one.textContent) === label);
    const chosen = found.find((one) => one.closest('dialog[open]') !== null) ?? found[0];
    const control = chosen?.control ?? chosen?.querySelector('input');
    if (!control) throw new Error(`no field "${label}" in: ${plain(container.textContent)}`);
    return control as HTMLInputElement;
  };
  return {
    ...mounted,
    user,
    words: () => plain(container.textContent),
    rows: (caption) =>
      all<HTMLTableRowElement>(`section[aria-label="${caption}"] tbody tr`).map((row) =>
        [...row.cells].map((cell) => plain(cell.textContent)),
      ),
    facts: (name) =>
      all('dt')
        .filter((one) => plain(one.textContent) === name)
        .map((one) => plain(one.nextElementSibling?.textContent)),
    button,
    hasButton: (label) => buttons(label).length > 0,
    press: (label, place) => user.click(button(label, place)),
    async write(label, text) {
      await user.clear(field(label));
      if (text !== '') await user.click(field(label));
      if (text !== '') await user.paste(text);
    },
    choose: (label, value) => user.selectOptions(field(label), value),
    field,
    dialog: () => plain(openDialog()?.textContent),
    openDialog() {
      const open = openDialog();
      if (open === null) throw new Error('no dialog is open');
      return open;
    },
    card(title) {
      const found = all('section').find((one) => plain(one.querySelector('h2')?.textContent) === title);
      if (found === undefined) throw new Error(`no card "${title}"`);
      return found;
    },
    async confirm(label) {
      const found = [...(openDialog()?.querySelectorAll('button') ?? [])].find(
        (one) => plain(one.textContent) === label,
      );
      if (found === undefined) throw new Error(`no open dialog has "${label}"`);
      await user.click(found);
    },
    alerts: () => all('[role=alert]').map((one) => plain(one.textContent)),
    notes: () => all('[role=note]').map((one) => plain(one.textContent)),
  };
}

/** Presses a button, writes the reason into its dialog, and confirms there. */
export async function actFor(desk: Desk, label: string, reason: string, place = 0): Promise<void> {
  await desk.press(label, place);
  expect(desk.dialog()).toContain(label);
  await desk.write('Reason', reason);
  await desk.confirm(label);
}

/** What a page gives the browser to save: names and lines of the files, oldest first. To be called before. */
export function savedFiles(): () => Promise<{ readonly name: string; readonly lines: readonly string[] }[]> {
  const saved: { readonly name: string; readonly blob: Blob }[] = [];
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob: made.mock.lastCall?.[0] as Blob });
  });
  return () => Promise.all(saved.map(async ({ name, blob }) => ({ name, lines: (await blob.text()).split('\r\n') })));
}
