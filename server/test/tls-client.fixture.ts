import { type RequestOptions, request } from 'node:https';
import { workForm } from './captcha-work.fixture.ts';

export interface TlsAnswer {
  readonly status: number;
  readonly json: { readonly code?: string; readonly url: unknown };
  readonly setCookies: readonly string[];
}

export interface TlsSite {
  /** Name in the certificate, and of the public address. */
  readonly name: string;
  readonly port: number;
  /** The authority that the certificate is signed by, PEM. */
  readonly authority: string;
}

type Headers = Readonly<Record<string, string>>;

/** A member's browser at a public address with https: it checks the certificate and keeps its cookies. */
export class TlsClient {
  readonly cookies = new Map<string, string>();
  readonly #site: TlsSite;
  readonly #localAddress: string;

  /** `localAddress`: where it calls from. */
  constructor(site: TlsSite, localAddress: string) {
    this.#site = site;
    this.#localAddress = localAddress;
  }

  get origin(): string {
    return `https://${this.#site.name}:${this.#site.port}`;
  }

  /** A GET, or a POST of a form or of any other body with its type in the headers. */
  call(path: string, body?: Headers | Buffer, headers: Headers = {}): Promise<TlsAnswer> {
    const { name, port, authority } = this.#site;
    const options: RequestOptions = {
      host: '127.0.0.1',
      port,
      path: `/api${path}`,
      method: body === undefined ? 'GET' : 'POST',
      servername: name,
      ca: authority,
      localAddress: this.#localAddress,
      agent: false,
      headers: {
        host: `${name}:${port}`,
        origin: this.origin,
        'content-type': 'application/x-www-form-urlencoded',
        'x-clearlot': '1',
        cookie: [...this.cookies].map((one) => one.join('=')).join('; '),
        ...headers,
      },
    };
    return new Promise((resolve, reject) => {
      const asked = request(options, async (answer) => {
        let text = '';
        for await (const part of answer.setEncoding('utf8')) text += part;
        const setCookies = answer.headers['set-cookie'] ?? [];
        for (const line of setCookies) {
          const [cookie = '', value = ''] = (line.split(';')[0] ?? '').split('=');
          this.cookies.set(cookie, value);
        }
        resolve({ status: answer.statusCode ?? 0, json: JSON.parse(text), setCookies });
      });
      asked.once('error', reject);
      asked.end(body === undefined || Buffer.isBuffer(body) ? body : new URLSearchParams(body).toString());
    });
  }

  async register(username: string, code: string, headers: Headers = {}): Promise<TlsAnswer> {
    const { json } = await this.call('/verify/code', undefined, headers);
    await this.call('/verify/work', await workForm(json.url), headers);
    const password = 'quiet99owl';
    const form = { username, password, repassword: password, invite: 'CLEARLOT', code, adult: '1', terms: '1' };
    return await this.call('/login/upregister', form, headers);
  }
}
