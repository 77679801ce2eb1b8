import { setTimeout as pass } from 'node:timers/promises';
import { act, fireEvent, screen } from '@testing-library/react';
import { vi } from 'vitest';
import { getCaptcha, proveWork } from '#contract/identity.ts';
import type { FakeServer } from '../mounted.fixture.tsx';

/** Writes into fields, each by its label, in place of what they have. */
export function fill(fields: Readonly<Record<string, string>>): void {
  for (const [label, text] of Object.entries(fields)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
  }
}

/** The button of that whole name: the last one, which lies above the others. */
function buttonOf(name: string): HTMLButtonElement {
  const named = [...document.querySelectorAll('button')].filter(
    (button) => (button.getAttribute('aria-label') ?? button.textContent) === name,
  );
  return named.at(-1) ?? screen.getByRole('button', { name });
}

/** Whether the button shows that what it began is under way. */
export const isBusy = (name: string): boolean => buttonOf(name).getAttribute('aria-busy') === 'true';

/** Presses a button by its whole name. */
export async function press(name: string): Promise<void> {
  const button = buttonOf(name);
  await act(async () => {
    fireEvent.click(button);
    // What a press begins is shown with the next turn of the page's timers: no finger presses again before.
    for (let turns = 0; turns < 3; turns += 1) await pass(0);
  });
}

/** What a field has, by its label. */
export const typedIn = (label: string): string => screen.getByLabelText<HTMLInputElement>(label).value;

/** What the page says as wrong, in its order. */
export const alerts = (): string[] =>
  [...document.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent);

/** Captchas of a server, and the worker that does their work. */
export interface FakeCaptcha {
  /** The picture that is shown, of those that were drawn: the first is 1. */
  shown(): number;
  /** The work of captchas takes until `finish`. */
  holdWork(): { report(attempts: number): void; finish(): void };
}

const key = 'ab'.repeat(32);

/** Lets the server draw captchas, each its own picture, and their work be done at once unless it is held. */
export function answerCaptcha(server: FakeServer): FakeCaptcha {
  let drawn = 0;
  let send: ((report: unknown) => void) | null = null;
  let isHeld = false;
  server.answerBy(getCaptcha, () => ({
    image: `data:image/png;base64,${++drawn}`,
    expiresInSeconds: 300,
    work: {
      algorithm: 'PBKDF2/SHA-256' as const,
      ...{ nonce: String(drawn), salt: 'cd', cost: 1, keyLength: 32, keyPrefix: '00', attempts: 200 },
    },
  }));
  server.answer(proveWork, {});
  class FakeWorker {
    addEventListener(type: string, listener: (event: { readonly data: unknown }) => void): void {
      if (type === 'message') send = (data) => listener({ data });
    }
    postMessage(): void {
      if (!isHeld) send?.({ counter: drawn, key });
    }
    terminate(): void {
      send = null;
    }
  }
  vi.stubGlobal('Worker', FakeWorker);
  return {
    shown: () => Number(/base64,(\d+)/.exec(screen.getByAltText<HTMLImageElement>(/verification code/).src)?.[1]),
    holdWork() {
      isHeld = true;
      return {
        report: (attempts) => send?.(attempts),
        finish() {
          isHeld = false;
          send?.({ counter: drawn, key });
        },
      };
    },
  };
}
