import * as z from 'zod/mini';
import { idempotencyHeader, stateChangeHeader, stateChangeHeaderValue } from '#contract/envelope.ts';
import type { Locale } from '#contract/locale.ts';
import type { InputOf, Operation } from '#contract/operation.ts';
import { readInit } from './preload.ts';

export const apiBase = '/api';

export interface RequestOptions {
  readonly locale: Locale;
  readonly idempotencyKey?: string | undefined;
}

let moreHeaders = (): Readonly<Record<string, string>> => ({});

/** Headers that every call of this page carries as well, asked for with each. */
export function carryHeaders(headers: () => Readonly<Record<string, string>>): void {
  moreHeaders = headers;
}

/** Address, method, headers and form-encoded body of a call. */
export function requestOf<O extends Operation>(
  operation: O,
  input: InputOf<O>,
  options: RequestOptions,
): { readonly address: string; readonly init: RequestInit } {
  const fields = wireFields(operation, input);
  const path = operation.path.replace(/\{(\w+)\}/g, (_placeholder, name: string) => {
    const value = fields.get(name) ?? '';
    fields.delete(name);
    return encodeURIComponent(value);
  });
  const init = readInit(options.locale);
  const headers: Record<string, string> = { ...init.headers, ...moreHeaders() };
  if (operation.effect !== 'read') headers[stateChangeHeader] = stateChangeHeaderValue;
  if (options.idempotencyKey !== undefined) headers[idempotencyHeader] = options.idempotencyKey;
  const query = operation.method === 'GET' && fields.size > 0 ? `?${fields}` : '';
  return {
    address: `${apiBase}${path}${query}`,
    init: {
      ...init,
      method: operation.method,
      headers,
      ...(operation.method === 'POST' ? { body: fields } : {}),
    },
  };
}

/** The input's encoded fields; absent ones are left out. */
export function wireFields<O extends Operation>(operation: O, input: InputOf<O>): URLSearchParams {
  const fields = new URLSearchParams();
  const wire = z.encode(operation.input, input);
  for (const [name, value] of Object.entries(wire)) {
    if (value !== undefined) fields.set(name, String(value));
  }
  return fields;
}
