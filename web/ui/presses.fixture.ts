import { waitFor } from '@testing-library/react';
import type { Mounted } from './mounted.fixture.tsx';

/** What a member does on a mounted page, by the words that are seen there: found without the roles of the whole page, which takes long. */
export interface Hand {
  /** The button or link with these words. Throws unless there is one. */
  control(words: string | RegExp): HTMLElement;
  /** Presses it, once it is there. */
  press(words: string | RegExp): Promise<void>;
  /** The field below this label. */
  field(label: string | RegExp): HTMLInputElement;
  /** Puts a text into the field in place of what is there. */
  fill(label: string | RegExp, text: string): Promise<void>;
}

export function handOn({ page, user, container }: Mounted): Hand {
  const controls = (words: string | RegExp) =>
    [...container.querySelectorAll<HTMLElement>('button, a, summary')].filter((each) => {
      const name = (each.getAttribute('aria-label') ?? each.textContent ?? '').trim();
      return typeof words === 'string' ? name === words : words.test(name);
    });
  const control = (words: string | RegExp) => {
    const [found, ...more] = controls(words);
    if (!found || more.length > 0) throw new Error(`${more.length + (found ? 1 : 0)} controls are called “${words}”`);
    return found;
  };
  const field = (label: string | RegExp) => page.getByLabelText<HTMLInputElement>(label);
  return {
    control,
    field,
    async press(words) {
      await user.click(await waitFor(() => control(words)));
    },
    async fill(label, text) {
      await user.clear(field(label));
      if (text !== '') await user.paste(text);
    },
  };
}
