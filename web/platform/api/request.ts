import * as z from 'zod/mini';
import { idempotencyHeader, localeHeader, stateChangeHeader, stateChangeHeaderValue } from '#contract/envelope.ts';
import type { InputOf, Operation } from '#contract/operation.ts';

/** Base path of every call. */
export const apiBase = '/api';

export interface RequestOptions {
  readonly locale: string;
  readonly idempotencyKey?: string | undefined;
}

/** The wire form of one call: address, method, headers, form-encoded body. */
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
  const headers: Record<string, string> = { accept: 'application/json', [localeHeader]: options.locale };
  if (operation.effect !== 'read') headers[stateChangeHeader] = stateChangeHeaderValue;
  if (options.idempotencyKey !== undefined) headers[idempotencyHeader] = options.idempotencyKey;
  const query = operation.method === 'GET' && fields.size > 0 ? `?${fields}` : '';
  return {
    address: `${apiBase}${path}${query}`,
    init: {
      method: operation.method,
      headers,
      credentials: 'same-origin',
      cache: 'no-store',
      ...(operation.method === 'POST' ? { body: fields } : {}),
    },
  };
}

/** The input's fields as text; absent ones are left out. */
export function wireFields<O extends Operation>(operation: O, input: InputOf<O>): URLSearchParams {
  const fields = new URLSearchParams();
  const wire = z.encode(operation.input, input);
  for (const [name, value] of Object.entries(wire)) {
    if (value !== undefined) fields.set(name, String(value));
  }
  return fields;
}
