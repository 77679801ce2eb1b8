import { setTimeout as wait } from 'node:timers/promises';
import { envelope } from '#contract/envelope.ts';
import { workForm } from './captcha-work.fixture.ts';

export interface PhoneResponse {
  readonly status: number;
  readonly code: string | undefined;
  readonly info: unknown;
  readonly url: unknown;
}

/** The login password of every phone. */
export const loginPassword = 'quiet99owl';

export type Fields = Readonly<Record<string, string>> | readonly (readonly [name: string, value: string])[];

/** A phone at the app's address: keeps its cookies and sends what the web app sends. */
export class Phone {
  readonly #address: string;
  readonly #cookies = new Map<string, string>();

  constructor(address: string, cookie = '') {
    this.#address = address;
    for (const one of cookie === '' ? [] : cookie.split('; ')) {
      const [name = '', value = ''] = one.split('=');
      this.#cookies.set(name, value);
    }
  }

  get(path: string, fields: Fields = {}, headers: Readonly<Record<string, string>> = {}): Promise<PhoneResponse> {
    const query = new URLSearchParams(pairs(fields)).toString();
    return this.#send(`${path}${query === '' ? '' : `?${query}`}`, { method: 'GET', headers });
  }

  post(path: string, fields: Fields = {}, headers: Readonly<Record<string, string>> = {}): Promise<PhoneResponse> {
    return this.#send(path, { method: 'POST', body: new URLSearchParams(pairs(fields)), headers });
  }

  /** Sends a body as it is; a form with files names its own type. */
  send(path: string, body: FormData | string, headers: Readonly<Record<string, string>> = {}): Promise<PhoneResponse> {
    return this.#send(path, { method: 'POST', body, headers });
  }

  /** Asks for a file, which is answered without an envelope. */
  file(path: string): Promise<Response> {
    return fetch(`${this.#address}/api${path}`, { headers: { cookie: this.cookie } });
  }

  /** Takes another phone's cookies, as a thief would. */
  takeCookies(from: Phone): void {
    for (const [name, value] of from.#cookies) this.#cookies.set(name, value);
  }

  get cookie(): string {
    return [...this.#cookies].map((one) => one.join('=')).join('; ');
  }

  /** Draws a captcha and does its work. */
  async drawCaptcha(): Promise<void> {
    const { status, url } = await this.get('/verify/code');
    // Busy: `#insist` draws another one.
    if (status === 200) await this.post('/verify/work', await workForm(url));
  }

  /** Opens an account, with the house code unless another one is given, which signs the phone in. */
  async register(username: string, code: string, invite = 'CLEARLOT'): Promise<void> {
    const form = {
      username,
      password: loginPassword,
      repassword: loginPassword,
      invite,
      code,
      adult: '1',
      terms: '1',
    };
    await this.#insist('not registered', () => this.#withCode('/login/upregister', form));
  }

  /** Sets a withdrawal password for the first time. */
  async setWithdrawalPassword(password: string, code: string): Promise<void> {
    const form = { password, repassword: password, code, login: loginPassword };
    await this.#insist('no withdrawal password', () => this.#withCode('/User/uppp', form));
  }

  async #withCode(path: string, form: Fields): Promise<PhoneResponse> {
    await this.drawCaptcha();
    return this.post(path, form);
  }

  /** Comes again as a busy machine asks for: too many password checks at the moment, or not even a code. */
  async #insist(fault: string, ask: () => Promise<PhoneResponse>): Promise<void> {
    for (let tries = 1; ; tries++) {
      const { status, code } = await ask();
      if (status === 200) return;
      if ((code !== 'serverBusy' && code !== 'captchaWrong') || tries === 200) throw new Error(`${fault}: ${code}`);
      await wait(100);
    }
  }

  async #send(path: string, request: RequestInit): Promise<PhoneResponse> {
    const response = await fetch(`${this.#address}/api${path}`, {
      ...request,
      headers: {
        ...request.headers,
        'x-clearlot': '1',
        cookie: this.cookie,
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      this.#cookies.set(name, value);
    }
    const { info, url, code } = envelope.parse(await response.json());
    return { status: response.status, code, info, url };
  }
}

function pairs(fields: Fields): [string, string][] {
  return Array.isArray(fields) ? fields.map(([name, value]) => [name, value]) : Object.entries(fields);
}
