import { useEffect, useRef, useState } from 'react';
import type { ErrorCode } from '#contract/errors.ts';
import type { TextValue } from '#contract/text.ts';
import { errorText } from '../i18n/text.ts';
import type { FieldErrors } from './form.ts';
import { problemText } from './problem-text.ts';

/** An error at a field: a code of the contract, or a refusal. */
type Message = { readonly code: ErrorCode; readonly values: TextValues | undefined } | { readonly refusal: Error };

type TextValues = Readonly<Record<string, TextValue>>;

/** What the texts of codes need that have placeholders. */
export type ErrorValues = Readonly<Partial<Record<ErrorCode, TextValues>>>;

/** Errors by field; each is cleared when its field changes. */
export function useFormErrors<Field extends string>() {
  const form = useRef<HTMLFormElement>(null);
  const [messages, setMessages] = useState<Partial<Record<Field, Message>>>({});
  const [shownTimes, setShownTimes] = useState(0);
  useEffect(() => {
    if (shownTimes > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [shownTimes]);
  const put = (next: Partial<Record<Field, Message>>) => {
    setMessages(next);
    setShownTimes((times) => times + 1);
  };
  return {
    form,
    of(field: Field): string | null {
      const message = messages[field];
      if (message === undefined) return null;
      return 'refusal' in message ? problemText(message.refusal) : errorText(message.code, message.values);
    },
    /** Shows the errors of a rejected submission and focuses the first field with one. */
    show(errors: FieldErrors<Field>, values: ErrorValues = {}): void {
      const next: Partial<Record<Field, Message>> = {};
      for (const field of Object.keys(errors) as Field[]) {
        const code = errors[field];
        if (code !== undefined) next[field] = { code, values: values[code] };
      }
      put(next);
    },
    /** Shows a refusal at its field. */
    showMessage: (field: Field, refusal: Error): void => put({ [field]: { refusal } } as typeof messages),
    clear(field: Field): void {
      setMessages(({ [field]: _gone, ...kept }) => kept as Partial<Record<Field, Message>>);
    },
  };
}
