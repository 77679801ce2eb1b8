// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { CaptchaWork } from '#contract/captcha-work.ts';
import { proveWork } from '#contract/identity.ts';
import { problemText } from '#web/platform/api/problem-text.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import type { WorkReport } from './solve-in-worker.ts';
import { useCaptchaWork } from './use-captcha-work.ts';

/** A worker that reports what the test says. */
class FakeWorker extends EventTarget {
  static readonly all: FakeWorker[] = [];
  readonly asked: unknown[] = [];
  readonly terminate = vi.fn();
  constructor() {
    super();
    FakeWorker.all.push(this);
  }
  postMessage(work: unknown): void {
    this.asked.push(work);
  }
  report = (data: WorkReport): Promise<void> =>
    act(async () => void this.dispatchEvent(new MessageEvent('message', { data })));
  fail = (): Promise<void> =>
    act(async () => void this.dispatchEvent(new ErrorEvent('error', { message: 'no memory' })));
}

beforeAll(() => useLanguage('en'));
beforeEach(() => {
  FakeWorker.all.length = 0;
  vi.stubGlobal('Worker', FakeWorker);
});

const work: CaptchaWork = {
  ...{ algorithm: 'PBKDF2/SHA-256', nonce: '00112233445566778899aabbccddeeff', salt: 'ffeeddccbbaa9988' },
  ...{ cost: 3, keyLength: 32, keyPrefix: 'ab', attempts: 200 },
};
const key = 'ab'.repeat(32);

/** A form that waits for the work, as a sign-in does. */
function Waiting({ of }: { readonly of: CaptchaWork | undefined }): ReactNode {
  const proof = useCaptchaWork(of);
  const [outcomes, setOutcomes] = useState<readonly (string | null)[]>([]);
  const press = async () => {
    const outcome = await proof.problem();
    setOutcomes((before) => [...before, outcome && problemText(outcome)]);
  };
  return (
    <>
      <button type="button" onClick={() => void press()}>
        Send
      </button>
      <output>{JSON.stringify([proof.awaited, ...outcomes])}</output>
    </>
  );
}

const workers = (count: number) => expect.poll(() => FakeWorker.all.at(count - 1)?.asked).toEqual([work]);

test('the work is done before anybody asks, told in percent to who waits for it, and handed in once', async () => {
  const server = fakeServer();
  server.answer(proveWork, {});
  const { page, user, container } = mount(<Waiting of={work} />);
  const shown = () => container.querySelector('output')?.textContent;
  await workers(1);
  await FakeWorker.all[0]?.report(50);
  expect(shown()).toBe('[null]');
  await user.click(page.getByRole('button'));
  expect(shown()).toBe('[25]');
  await FakeWorker.all[0]?.report(151);
  await expect.poll(shown).toBe('[75]');
  await FakeWorker.all[0]?.report({ counter: 160, key });
  await expect.poll(shown).toBe('[null,null]');
  await user.click(page.getByRole('button'));
  await expect.poll(shown).toBe('[null,null,null]');
  expect(server.requestsTo(proveWork).map(({ fields }) => fields)).toEqual([{ counter: '160', key }]);
  expect([FakeWorker.all.length, FakeWorker.all[0]?.terminate.mock.calls.length]).toEqual([1, 1]);
});

test('work that fails, or that is not taken, is said, and the next press does it again', async () => {
  const server = fakeServer();
  server.refuse(proveWork, 'captchaWrong', 'The picture has expired');
  const { page, user, container } = mount(<Waiting of={work} />);
  const shown = () => container.querySelector('output')?.textContent;
  await workers(1);
  await user.click(page.getByRole('button'));
  await FakeWorker.all[0]?.report({ counter: 160, key });
  await expect.poll(shown).toBe('[null,"The picture has expired"]');
  await user.click(page.getByRole('button'));
  await workers(2);
  await expect.poll(shown).toBe('[0,"The picture has expired"]');
  server.answer(proveWork, {});
  await FakeWorker.all[1]?.report({ counter: 160, key });
  await expect.poll(shown).toBe('[null,"The picture has expired",null]');
});

test('a browser whose worker breaks says that nothing was changed, and a form without a captcha waits for nothing', async () => {
  fakeServer();
  const { page, user, container, rerender } = mount(<Waiting of={undefined} />);
  const shown = () => container.querySelector('output')?.textContent;
  await user.click(page.getByRole('button'));
  await expect.poll(shown).toBe('[null,null]');
  expect(FakeWorker.all).toEqual([]);
  rerender(<Waiting of={work} />);
  await workers(1);
  await user.click(page.getByRole('button'));
  await FakeWorker.all[0]?.fail();
  await expect.poll(shown).toBe('[null,null,"Nothing was changed. Please try again in a moment."]');
});
