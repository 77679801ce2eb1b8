import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { stateChangeHeader, stateChangeHeaderValue } from '#contract/envelope.ts';
import { uploadImage } from '#contract/images.ts';
import { localeHeader } from '#contract/locale.ts';
import { sendChatImage } from '#contract/support-inbox.ts';
import { getWallet } from '#contract/wallet.ts';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { callTimeoutMs } from './call.ts';
import { ApiFailure, ApiRefusal } from './refusal.ts';
import { upload } from './upload.ts';

/** An upload as the browser makes it; the test says what comes of it. */
class SentFile {
  static newest: SentFile | null = null;
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  readonly headers = new Map<string, string>();
  opened: string[] = [];
  timeout = 0;
  body: FormData | null = null;
  responseText = '';
  status = 200;
  aborted = 0;
  onload = (): void => undefined;
  onerror = (): void => undefined;
  ontimeout = (): void => undefined;
  onabort = (): void => undefined;
  onloadend = (): void => undefined;
  constructor() {
    SentFile.newest = this;
  }
  open = (...opened: string[]) => {
    this.opened = opened;
  };
  setRequestHeader = (name: string, value: string) => void this.headers.set(name, value);
  send = (body: FormData) => {
    this.body = body;
  };
  abort = () => {
    this.aborted += 1;
    this.end('onabort');
  };
  end(how: 'onload' | 'onerror' | 'ontimeout' | 'onabort', text = ''): void {
    this.responseText = text;
    this[how]();
    this.onloadend();
  }
}

const image = { id: '0123456789ABCDEF', width: 4, height: 3 };
const taken = JSON.stringify({ status: true, info: 'Uploaded', url: image });

beforeAll(() => useLanguage('vnf'));
beforeEach(() => {
  SentFile.newest = null;
  vi.stubGlobal('XMLHttpRequest', SentFile);
});
afterEach(() => vi.unstubAllGlobals());

/** An upload that has begun. */
function begun() {
  const aborting = new AbortController();
  const shares: number[] = [];
  const options = { signal: aborting.signal, onProgress: (share: number) => void shares.push(share) };
  const outcome = upload(uploadImage, new File(['pixels'], 'my holiday.png'), options);
  // Each test looks at it itself, some later than it fails.
  outcome.catch(() => undefined);
  const request = SentFile.newest as SentFile;
  return { request, outcome, shares, aborting };
}

test('the file goes in the part that the operation names, without its own name, with the headers of a call', async () => {
  const { request, outcome } = begun();
  expect(request.opened).toEqual(['POST', '/api/api/image']);
  expect(request.timeout).toBe(callTimeoutMs);
  expect(request.headers.get(localeHeader)).toBe('vnf');
  expect(request.headers.get(stateChangeHeader)).toBe(stateChangeHeaderValue);
  const part = request.body?.get('image');
  expect(part instanceof File && [part.name, await part.text()]).toEqual(['image', 'pixels']);
  request.end('onload', taken);
  expect(await outcome).toEqual({ value: image, message: 'Uploaded' });
});

test('fields beside the file stand in the address', () => {
  const input = { member: '1111222233334444', id: 'ab'.repeat(16), through: 7 };
  const { signal } = new AbortController();
  void upload(sendChatImage, new Blob(['x']), { input, signal, onProgress: () => undefined });
  expect(SentFile.newest?.opened[1]).toBe(`/api/operator/chat/image/${input.member}/${input.id}/7/send`);
});

test('the share that has been sent is told, nothing of a length that is not known', () => {
  const { request, shares } = begun();
  request.upload.onprogress?.({ loaded: 0, total: 0 });
  request.upload.onprogress?.({ loaded: 30, total: 120 });
  request.upload.onprogress?.({ loaded: 120, total: 120 });
  expect(shares).toEqual([0, 0.25, 1]);
});

test('a refusal, no connection, no end and an answer that nobody can read are what they are for every call', async () => {
  const refused = begun();
  const refusal = { status: false, info: 'This is no image', url: '', code: 'imageDamaged' };
  refused.request.end('onload', JSON.stringify(refusal));
  await expect(refused.outcome).rejects.toBeInstanceOf(ApiRefusal);
  await expect(refused.outcome).rejects.toMatchObject({ code: 'imageDamaged', info: 'This is no image' });
  for (const [how, kind, status] of [
    ['onerror', 'unreachable', 0],
    ['ontimeout', 'timeout', 0],
    ['onload', 'unreadable', 200],
    // Of a proxy whose server is away.
    ['onload', 'unreachable', 502],
  ] as const) {
    const { request, outcome } = begun();
    request.status = status;
    request.end(how, '<html>');
    await expect(outcome).rejects.toBeInstanceOf(ApiFailure);
    await expect(outcome).rejects.toMatchObject({ kind });
  }
});

test('a refusal is of the language that was asked in, though another is chosen before it arrives', async () => {
  const { request, outcome } = begun();
  await useLanguage('en');
  request.end('onload', JSON.stringify({ status: false, info: 'Không phải ảnh', url: '', code: 'imageDamaged' }));
  await expect(outcome).rejects.toMatchObject({ info: 'Không phải ảnh', locale: 'vnf' });
  await useLanguage('vnf');
});

test('an upload that is given up ends with the reason, and one that is over is not given up any more', async () => {
  const { request, outcome, aborting } = begun();
  aborting.abort(new Error('removed'));
  await expect(outcome).rejects.toThrow('removed');
  expect(request.aborted).toBe(1);
  const over = begun();
  over.request.end('onload', taken);
  await over.outcome;
  over.aborting.abort();
  expect(over.request.aborted).toBe(0);
});

test('nothing is sent where it was given up before, or where the operation takes no file', async () => {
  const onProgress = () => undefined;
  const signal = AbortSignal.abort(new Error('too late'));
  await expect(upload(uploadImage, new Blob(['x']), { signal, onProgress })).rejects.toThrow('too late');
  expect((SentFile.newest as SentFile | null)?.body).toBeNull();
  SentFile.newest = null;
  const open = new AbortController();
  const noFile = upload(getWallet, new Blob(['x']), { signal: open.signal, onProgress });
  await expect(noFile).rejects.toThrow('/api/wallet takes no file');
  expect(SentFile.newest).toBeNull();
});
