import { randomUUID } from 'node:crypto';
import { workForm } from '#server/test/captcha-work.fixture.ts';

/** A member's API client: the app's calls, with a cookie jar. */
export interface Caller {
  get(path: string): Promise<Answer>;
  /** Draws a captcha and does its work. */
  drawCaptcha(): Promise<void>;
  /** Throws on a refusal, so that no screen is captured with missing data. */
  post(path: string, fields: Readonly<Record<string, string>>): Promise<Answer>;
  cookies(): readonly { readonly name: string; readonly value: string }[];
}

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

export interface Answer {
  readonly info: unknown;
  readonly url: unknown;
}

export function openCaller(address: string): Caller {
  const jar = new Map<string, string>();
  const send = async (path: string, init: RequestInit): Promise<Answer> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${address}/api${path}`, {
      ...init,
      headers: { ...init.headers, cookie, 'user-agent': phone },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) jar.set(name, value);
    }
    const body: unknown = await response.json();
    if (!response.ok || typeof body !== 'object' || body === null) {
      throw new Error(`${path} returned ${response.status}: ${JSON.stringify(body)}`);
    }
    return { info: 'info' in body ? body.info : null, url: 'url' in body ? body.url : null };
  };
  const post: Caller['post'] = (path, fields) =>
    send(path, {
      method: 'POST',
      headers: { 'x-clearlot': '1', 'idempotency-key': randomUUID() },
      body: new URLSearchParams(fields),
    });
  return {
    get: (path) => send(path, {}),
    post,
    async drawCaptcha() {
      const { url } = await send('/verify/code', {});
      await post('/verify/work', await workForm(url));
    },
    cookies: () => [...jar].map(([name, value]) => ({ name, value })),
  };
}

/** The string property `key` of a response. */
export function textOf(value: unknown, key: string): string {
  const found = typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(key) : undefined;
  if (typeof found !== 'string' && typeof found !== 'number') throw new Error(`a response has no ${key}`);
  return String(found);
}

export function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error('a response is not a list');
  return value;
}
