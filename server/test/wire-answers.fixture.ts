import { expect } from 'vitest';
import type { Operation } from '#contract/operation.ts';

/** Headers that say something beside the body; the rest is the server's own manner, which other tests hold. */
const headersThatMatter = [
  ...['content-type', 'cache-control', 'content-disposition', 'clear-site-data', 'retry-after', 'location'],
];

/** What every answer has, and is left out. */
const usualHeaders = new Set(['content-type: application/json; charset=utf-8', 'cache-control: no-store']);

/** What a caller has sent and received. */
export interface Exchange {
  readonly operation: Operation;
  readonly fields: Readonly<Record<string, string>>;
  readonly response: Response;
}

export interface KeepOptions {
  /** Names of fields whose values differ from run to run without a relation to anything: a measured time, a picture. */
  readonly varying?: readonly string[];
  /** Names of fields of digits alone that a counter of the database gives: `<transfer 1>`, and the same where they are asked for. */
  readonly counted?: Readonly<Record<string, string>>;
  /** Of a list, these fields of each item alone: for its further pages, when the first one has shown the items whole. */
  readonly only?: readonly string[];
  /** Of lists of more than twenty the first two and the last one alone, with how many there are. */
  readonly few?: boolean;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const stepMs = 10 * 60_000;

/**
 * What the server has answered, as a text to be kept in a snapshot: of each call the request, the status, the headers that matter and the
 * whole JSON body, in the order of the calls.
 *
 * What is random is replaced by a name in order of appearance, the same value always by the same name: an id of sixteen characters by
 * `<id 1>`, a member's number by `<member 1>`, a session by `<session 1>`, a hash or seed by `<hash 1>`, an address of a chain by `<address 1>`, a token by
 * `<token 1>`, a record's transfer by `<transfer 1>`. `name` gives a value a name of the test's choice before it appears, which reads better
 * ("<Ann's second plan>") and holds the name where the order is what is tested.
 *
 * Times of the test's own product clock stay as they are: that clock must be more than 200 days before the wall clock. A time of the wall
 * clock is `<wall time>`, or `<wall time +72:00>` where it is a wait of so many hours and minutes; a day of it is `<wall day>`.
 *
 * Amounts, states and all other numbers stay, so that the world has to be made with known ones.
 */
export class WireAnswers {
  readonly #startedAt: number;
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  readonly #sections: string[] = [];

  /** `startedAt`: the moment of the wall clock that waits are counted from. */
  constructor(startedAt: number = Date.now()) {
    this.#startedAt = startedAt;
  }

  /** Has the value stand as `<name>` from now on. */
  name(value: string, name: string): void {
    this.#names.set(value, `<${name}>`);
  }

  /** Begins a part of the text with a line of its own, such as who calls. */
  part(title: string): void {
    this.#sections.push(`# ${title}`);
  }

  /** Adds an answer to the text, and gives its body. */
  async keep({ operation, fields, response }: Exchange, options: KeepOptions = {}): Promise<unknown> {
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    const body: unknown = isJson ? JSON.parse(text) : text;
    const sent = Object.entries(fields)
      .filter(([, value]) => value.length < 200)
      .map(([key, value]) => ` ${key}=${key === 'factor' ? '<code>' : this.masked(value, options, key)}`)
      .join('');
    this.#sections.push(
      [
        `${operation.method} ${operation.path}${sent}`,
        [response.status, ...this.#headers(response.headers)].join('\n'),
        written(this.masked(options.only ? shortened(body, options.only) : body, options)),
      ].join('\n'),
    );
    return body;
  }

  /** Compares the text with the one kept in `__snapshots__` beside the test, and begins a new one. */
  expectKept(): void {
    const text = this.#sections.splice(0).join('\n\n');
    expect(`\n${text}\n`).toMatchSnapshot();
  }

  /** A value of an answer with names in place of what is random. */
  masked(value: unknown, options: KeepOptions = {}, key = ''): unknown {
    if (options.varying?.includes(key)) return '<it varies>';
    if (typeof value === 'string') return this.#text(value, key, options);
    if (typeof value === 'number') return this.#wallMoment(value) ?? value;
    if (Array.isArray(value)) return fewOf(value, options).map((one) => this.masked(one, options, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [this.#text(name, '', options), this.masked(one, options, name)]),
    );
  }

  #headers(headers: Headers): string[] {
    const said = headersThatMatter.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [`${name}: ${this.#text(value, name, {})}`];
    });
    const cookies = headers.getSetCookie().map((line) => `set-cookie: ${this.#cookie(line)}`);
    return [...said.filter((line) => !usualHeaders.has(line)), ...cookies];
  }

  #cookie(line: string): string {
    const [, name = '', value = '', rest = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? [];
    const moment = rest.replace(
      /Expires=([^;]+)/,
      (_, at: string) => `Expires=${this.#wallMoment(Date.parse(at)) ?? at}`,
    );
    return `${name}=${value === '' ? '' : this.#named(value, `${name} cookie`)}${moment}`;
  }

  #text(text: string, key: string, { counted = {} }: KeepOptions): string {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const counter = counted[key];
    if (counter !== undefined && /^\d+$/.test(text)) return this.#named(text, counter);
    if (key === 'csv') return text.replace(/[^\r\n]+/g, (line) => this.#line(line));
    const [, transfer, act] = /^t(\d+)$|^a([0-9A-Z]{16})$/.exec(text) ?? [];
    if (transfer !== undefined) return `t${this.#named(transfer, 'transfer')}`;
    if (act !== undefined) return `a${this.#named(act, 'id')}`;
    const record = /^(\d{1,19})-(\d{1,2}-[01])$/.exec(text);
    if (record) return `${this.#named(record[1] ?? '', 'transfer')}-${record[2]}`;
    return text.replace(telling, (token) => this.#token(token));
  }

  /** A line of a table, which ends with the transfer. */
  #line(line: string): string {
    const named = line.replace(/(?<=,)\d+$/, (transfer) => this.#named(transfer, 'transfer'));
    return named.replace(telling, (token) => this.#token(token));
  }

  #token(token: string): string {
    const known = this.#names.get(token);
    if (known !== undefined) return known;
    const sandbox = /^sandbox-([0-9a-f]{32})$/.exec(token)?.[1];
    if (sandbox !== undefined) return `sandbox-${this.#named(sandbox, 'hex')}`;
    if (/^[A-Z][a-z]{2} \d/.test(token)) return this.#wallMoment(Date.parse(`${token} UTC`)) ?? token;
    if (/^\d{4}-\d\d-\d\dT/.test(token)) return this.#wallMoment(Date.parse(token)) ?? token;
    if (/^\d{4}-\d\d-\d\d$/.test(token))
      return this.#wallMoment(Date.parse(token)) === undefined ? token : '<wall day>';
    if (/^0x[0-9a-f]{40}$/i.test(token)) return this.#named(token, 'address');
    if (/^(0x)?[0-9a-f]{64}$/.test(token)) return this.#named(token, 'hash');
    if (/^[0-9a-f]{24}$/.test(token)) return this.#named(token, 'session');
    if (/^[0-9a-f]{32,}$/.test(token)) return this.#named(token, 'hex');
    if (/^\d{16}$/.test(token)) return this.#named(token, 'member');
    if (/^[0-9A-HJKMNP-TV-Z]{16}$/.test(token)) return this.#named(token, 'id');
    if (/^[A-Z2-7]{32,}$/.test(token)) return this.#named(token, 'secret');
    // Of 32 random bytes one text in a thousand has no digit.
    const hasDigit = token.length === 43 || /\d/.test(token);
    const isMixed = token.length >= 22 && hasDigit && /[a-z]/.test(token) && /[A-Z]/.test(token);
    return isMixed ? this.#named(token, 'token') : token;
  }

  /** A moment of the wall clock, by the hours and minutes from the start of the test; undefined for any other number. */
  #wallMoment(at: number): string | undefined {
    const difference = at - this.#startedAt;
    if (!(difference > -200 * dayMs && difference < 400 * dayMs)) return undefined;
    const minutes = Math.floor(difference / stepMs) * 10;
    // What a template of the database brings was written some time before.
    if (minutes <= 0 && minutes > -6 * 60) return '<wall time>';
    const size = Math.abs(minutes);
    return `<wall time ${minutes < 0 ? '-' : '+'}${Math.floor(size / 60)}:${String(size % 60).padStart(2, '0')}>`;
  }

  #named(value: string, kind: string): string {
    const known = this.#names.get(value);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const name = `<${kind} ${count}>`;
    this.#names.set(value, name);
    return name;
  }
}

function fewOf(list: readonly unknown[], { few = false }: KeepOptions): readonly unknown[] {
  if (!few || list.length <= 20) return list;
  return [...list.slice(0, 2), `${list.length} in all`, list.at(-1)];
}

/** A body whose list has only these fields of its items. */
function shortened(body: unknown, fields: readonly string[]): unknown {
  const short = (one: unknown): unknown =>
    Array.isArray(one)
      ? one.map((item) => Object.fromEntries(fields.map((field) => [field, (item as Record<string, unknown>)[field]])))
      : one;
  return Object.fromEntries(Object.entries(body as object).map(([name, value]) => [name, short(value)]));
}

/** Whatever may be a time, an id, a hash or a token within a text. */
const telling =
  /[A-Z][a-z]{2} \d{1,2}, \d{4}, \d\d:\d\d|\d{4}-\d\d-\d\dT[\d:.]+Z|\d{4}-\d\d-\d\d(?![\w-])|(?<![0-9A-Za-z])(?:0x)?[0-9a-f]{32,}(?![0-9A-Za-z])|[A-Za-z0-9+/_-]{16,}={0,2}/g;

const widthMax = 140;

/** JSON with each object or list on one line where it fits. */
function written(value: unknown, indent = ''): string {
  const line = JSON.stringify(value) ?? 'undefined';
  if (typeof value !== 'object' || value === null || line.length + indent.length <= widthMax) return line;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const lines = Array.isArray(value)
    ? value.map((one) => inner + written(one, inner))
    : Object.entries(value).map(([key, one]) => `${inner}${JSON.stringify(key)}:${written(one, inner)}`);
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}
