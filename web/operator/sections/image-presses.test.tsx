// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { listSnippets, sendChatImage } from '#contract/support-inbox.ts';
import { mountDesk, operatorServer, useConsoleInEnglish } from '../console.fixture.tsx';
import { forgetKeptState } from '../ui/kept-state.ts';
import { Answer } from './answer.tsx';

beforeAll(useConsoleInEnglish);
afterEach(forgetKeptState);

const member = '1111222233334444';
const sent = z.encode(sendChatImage.output, {
  ...{ position: 8, id: 'm8', conversation: 2, author: 'operator', text: '', image: 'IMG1', pin: null, articles: [] },
  at: 0,
});

/** An upload as the browser makes it: answered with what the test says. */
class Upload {
  static made: Upload[] = [];
  static answer: object = { status: true, info: '', url: sent };
  readonly upload = {};
  readonly headers = new Map<string, string>();
  address = '';
  body: FormData | null = null;
  responseText = '';
  onload: (() => void) | null = null;
  onloadend: (() => void) | null = null;
  open = (_method: string, address: string) => {
    this.address = address;
  };
  setRequestHeader = (name: string, value: string) => void this.headers.set(name, value);
  send = (body: FormData) => {
    this.body = body;
    this.responseText = JSON.stringify(Upload.answer);
    Upload.made.push(this);
    queueMicrotask(() => {
      this.onload?.();
      this.onloadend?.();
    });
  };
}

beforeEach(() => {
  Upload.made = [];
  vi.stubGlobal('XMLHttpRequest', Upload);
});

const picture = (text: string, name = 'photo.png', type = 'image/png') =>
  new File([text], name, { type, lastModified: 1 });

test('a picture is sent in answer to what was read, again under its id after a refusal, and another under another', async () => {
  const server = operatorServer('support');
  server.answer(listSnippets, []);
  const desk = mountDesk(<Answer member={member} locale="en" through={7} />);
  const input = desk.container.querySelector('input[type=file]') as HTMLInputElement;
  const opened = vi.spyOn(input, 'click').mockImplementation(() => undefined);
  await desk.press('Send an image');
  expect(opened).toHaveBeenCalledOnce();
  await desk.user.upload(input, picture('', 'empty.png'));
  await expect.poll(desk.alerts).toHaveLength(1);
  expect(Upload.made).toHaveLength(0);
  Upload.answer = { status: false, info: 'This conversation has ended', url: '', code: 'conversationClosed' };
  await desk.user.upload(input, picture('png'));
  await expect.poll(desk.alerts).toEqual(['This conversation has ended']);
  Upload.answer = { status: true, info: '', url: sent };
  await desk.user.upload(input, picture('png'));
  await expect.poll(desk.alerts).toEqual([]);
  await expect.poll(() => Upload.made.length).toBe(2);
  await expect.poll(() => desk.button('Send an image').getAttribute('aria-busy')).toBeNull();
  // Chosen once more, it is sent once more.
  await desk.user.upload(input, picture('png'));
  await expect.poll(() => Upload.made.length).toBe(3);
  await expect.poll(() => desk.button('Send an image').getAttribute('aria-busy')).toBeNull();
  await desk.user.upload(input, picture('another', 'other.png'));
  await expect.poll(() => Upload.made.length).toBe(4);
  const [refused, again, once, other] = Upload.made.map(({ address }) => address);
  expect(refused).toMatch(new RegExp(`^/api/operator/chat/image/${member}/[0-9a-f]{32}/7/send$`));
  expect(again).toBe(refused);
  expect(new Set([again, once, other]).size).toBe(3);
  const part = Upload.made[1]?.body?.get('image');
  expect(part instanceof Blob && (await part.text())).toBe('png');
});
