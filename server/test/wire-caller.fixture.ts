import { idempotencyHeader, stateChangeHeader, stateChangeHeaderValue } from '#contract/envelope.ts';
import type { Operation } from '#contract/operation.ts';
import type { Exchange, KeepOptions, WireAnswers } from './wire-answers.fixture.ts';

/** Calls operations of the contract as the web app does, with the cookies of one browser. */
export class WireCaller {
  readonly #address: string;
  readonly #cookies = new Map<string, string>();
  #keys = 0;

  constructor(address: string, cookie = '') {
    this.#address = address;
    this.takeCookie(cookie);
  }

  /** Calls with these cookies from now on, beside its others. */
  takeCookie(cookie: string): void {
    for (const one of cookie === '' ? [] : cookie.split('; ')) {
      const [name = '', value = ''] = one.split('=');
      this.#cookies.set(name, value);
    }
  }

  get cookie(): string {
    return [...this.#cookies].map((one) => one.join('=')).join('; ');
  }

  /** Calls the operation with these fields, as they are on the wire; with a file, as multipart. */
  async call(
    operation: Operation,
    fields: Readonly<Record<string, string>> = {},
    headers: Readonly<Record<string, string>> = {},
    file?: Uint8Array<ArrayBuffer>,
  ): Promise<Exchange> {
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(fields[name] ?? ''));
    const rest = Object.entries(fields).filter(([name]) => !operation.path.includes(`{${name}}`));
    const url = new URL(`${this.#address}/api${path}`);
    const isRead = operation.method === 'GET';
    if (isRead) for (const [name, value] of rest) url.searchParams.append(name, value);
    const body = isRead ? {} : { body: file ? multipart(operation, rest, file) : new URLSearchParams(rest) };
    const response = await fetch(url, {
      method: operation.method,
      ...body,
      redirect: 'manual',
      headers: {
        [stateChangeHeader]: stateChangeHeaderValue,
        ...(operation.effect === 'money' ? { [idempotencyHeader]: `call-number-${++this.#keys}` } : {}),
        cookie: this.cookie,
        ...headers,
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return { operation, fields, response };
  }

  /** Calls the operation and keeps its answer; gives the body's field that carries it. */
  async keep<Answer = unknown>(
    answers: WireAnswers,
    operation: Operation,
    fields: Readonly<Record<string, string>> = {},
    options: KeepOptions = {},
  ): Promise<Answer> {
    const body = (await answers.keep(await this.call(operation, fields), options)) as Record<string, unknown>;
    return body[operation.answerIn] as Answer;
  }

  /** Calls the operation without keeping its answer, which must be granted. */
  async done<Answer = unknown>(
    operation: Operation,
    fields: Readonly<Record<string, string>> = {},
    file?: Uint8Array<ArrayBuffer>,
  ): Promise<Answer> {
    const { response } = await this.call(operation, fields, {}, file);
    const body = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`${operation.path} was refused: ${body.code}`);
    return body[operation.answerIn] as Answer;
  }
}

function multipart(operation: Operation, fields: [string, string][], file: Uint8Array<ArrayBuffer>): FormData {
  const parts = new FormData();
  for (const [name, value] of fields) parts.append(name, value);
  parts.append(operation.upload?.part ?? 'file', new Blob([file]), 'file');
  return parts;
}
