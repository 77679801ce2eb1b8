import { pbkdf2Sync } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import type { CaptchaWork } from '#contract/captcha-work.ts';
import { solveInWorker, type WorkReport } from './solve-in-worker.ts';

afterEach(() => vi.unstubAllGlobals());

/** The key of a number, as the contract says how it is made. */
function keyOf(counter: number): string {
  const number = Buffer.alloc(4);
  number.writeUInt32BE(counter);
  const password = Buffer.concat([Buffer.from(work.nonce, 'hex'), number]);
  return pbkdf2Sync(password, Buffer.from(work.salt, 'hex'), work.cost, work.keyLength, 'sha256').toString('hex');
}

const work: CaptchaWork = {
  ...{ algorithm: 'PBKDF2/SHA-256', nonce: '00112233445566778899aabbccddeeff', salt: 'ffeeddccbbaa9988' },
  ...{ cost: 3, keyLength: 32, keyPrefix: '', attempts: 200 },
};
const solution = { counter: 120, key: keyOf(120) };
const asked: CaptchaWork = { ...work, keyPrefix: solution.key.slice(0, 32) };

type Listener = (event: { data: CaptchaWork }) => Promise<void>;

/** The worker's own code, and what it reports. */
async function worker({ isSecure }: { readonly isSecure: boolean }) {
  const reports: WorkReport[] = [];
  let listener: Listener | undefined;
  vi.resetModules();
  vi.stubGlobal('isSecureContext', isSecure);
  vi.stubGlobal('postMessage', (report: WorkReport) => reports.push(report));
  vi.stubGlobal('addEventListener', (_name: string, added: Listener) => {
    listener = added;
  });
  await import('./solve-worker.ts');
  return { reports, take: (data: CaptchaWork) => listener?.({ data }) };
}

test.each([true, false])(
  'the number is found and how many were tried is told: with the browser’s own keys, %s',
  async (isSecure) => {
    const byBrowser = vi.spyOn(crypto.subtle, 'deriveBits');
    const { reports, take } = await worker({ isSecure });
    await take(asked);
    expect(reports).toEqual([50, 100, solution]);
    expect(byBrowser.mock.calls.length > 0).toBe(isSecure);
    byBrowser.mockRestore();
  },
);

test('work that has no end in the time of a captcha is given up without a solution', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 60_000;
    return now;
  });
  const { reports, take } = await worker({ isSecure: true });
  await take({ ...work, keyPrefix: 'ff'.repeat(32) });
  expect(reports.every((report) => typeof report === 'number')).toBe(true);
  vi.restoreAllMocks();
});

/** A worker of the browser: what it is sent, and what a test lets it answer. */
class BrowserWorker extends EventTarget {
  static newest: BrowserWorker | null = null;
  readonly received: CaptchaWork[] = [];
  isEnded = false;
  readonly options: object;
  constructor(_url: URL, options: object) {
    super();
    this.options = options;
    BrowserWorker.newest = this;
  }
  postMessage = (sent: CaptchaWork) => void this.received.push(sent);
  terminate = () => {
    this.isEnded = true;
  };
  report = (data: WorkReport) => void this.dispatchEvent(new MessageEvent('message', { data }));
}

/** Work that has been given to a worker. */
function begun() {
  vi.stubGlobal('Worker', BrowserWorker);
  const aborting = new AbortController();
  const tried: number[] = [];
  const outcome = solveInWorker(asked, aborting.signal, (attempts) => void tried.push(attempts));
  return { outcome, tried, aborting, made: BrowserWorker.newest as BrowserWorker };
}

test('a worker is given the work, tells how far it is, and ends with the solution', async () => {
  const { outcome, tried, made } = begun();
  expect(made.received).toEqual([asked]);
  expect(made.options).toEqual({ type: 'module' });
  made.report(50);
  made.report(100);
  expect([tried, made.isEnded]).toEqual([[50, 100], false]);
  made.report(solution);
  expect(await outcome).toEqual(solution);
  expect(made.isEnded).toBe(true);
});

test('a worker that fails, and one that is needed no more, ends with the reason', async () => {
  const failed = begun();
  failed.made.dispatchEvent(Object.assign(new Event('error'), { message: 'no code' }));
  await expect(failed.outcome).rejects.toThrow('no code');
  expect(failed.made.isEnded).toBe(true);
  const given = begun();
  given.aborting.abort(new Error('another captcha'));
  await expect(given.outcome).rejects.toThrow('another captcha');
  expect(given.made.isEnded).toBe(true);
});
