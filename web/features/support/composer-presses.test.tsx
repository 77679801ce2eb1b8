// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { session } from '#web/platform/session/session.ts';
import { mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { Composer } from './composer.tsx';
import { memoryStore, page as outboxPage } from './outbox.fixture.ts';

beforeAll(() => useLanguage('en'));
afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

const pin = { kind: 'plan', id: '1KDVDWMC0SXVXCS8' } as const;

function shown(pinned: typeof pin | null = null) {
  const { outbox } = outboxPage(memoryStore(), async () => undefined);
  const add = vi.spyOn(outbox, 'add').mockResolvedValue();
  const onPinUsed = vi.fn();
  const mounted = mount(<Composer outbox={outbox} pin={pinned} onPinUsed={onPinUsed} />);
  const { page, container } = mounted;
  const text = page.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  const send = page.getByRole<HTMLButtonElement>('button', { name: 'Send' });
  const write = (words: string) => fireEvent.change(text, { target: { value: words } });
  const files = container.querySelector('input[type=file]') as HTMLInputElement;
  const choose = (file: File) => fireEvent.change(files, { target: { files: [file] } });
  const added = () => add.mock.calls.map(([{ text, pin, picture }]) => ({ text, pin, picture }));
  return { ...mounted, add, added, onPinUsed, text, send, write, files, choose };
}

const withMouse = (matches: boolean) => vi.spyOn(window, 'matchMedia').mockReturnValue({ matches } as MediaQueryList);

test('a message is sent as it was written, once, and its field is empty for the next', async () => {
  const { add, added, onPinUsed, text, send, write, user, page } = shown();
  expect(send.disabled).toBe(true);
  write('  \n ');
  expect(send.disabled).toBe(true);
  write(' hello\nthere ');
  expect(send.disabled).toBe(false);
  await user.click(send);
  expect(added()).toEqual([{ text: ' hello\nthere ', pin: null, picture: null }]);
  expect([text.value, send.disabled, onPinUsed.mock.calls.length]).toEqual(['', true, 1]);
  await user.click(send);
  write('second');
  await user.click(send);
  expect(added()).toHaveLength(2);
  const [first, second] = add.mock.calls.map(([{ id }]) => id);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).not.toBe(first);

  write('a\u0007b');
  await user.click(send);
  expect([added().length, text.value]).toEqual([2, 'a\u0007b']);
  expect(page.getByRole('alert').textContent).not.toBe('');
  write('ab');
  await user.click(send);
  expect([added().length, page.queryByRole('alert')]).toEqual([3, null]);
});

test('what is typed is there again when the member comes back to the chat, until it is sent; not for another member', async () => {
  session.signIn('alice1');
  const left = shown();
  left.write(' where is  my\ndeposit');
  left.unmount();
  const back = shown();
  expect([back.text.value, back.send.disabled]).toEqual([' where is  my\ndeposit', false]);
  back.unmount();
  session.signIn('alice12');
  const other = shown();
  expect(other.text.value).toBe('');
  other.unmount();
  session.signIn('alice1');
  const again = shown();
  await again.user.click(again.send);
  expect(again.added()).toEqual([{ text: ' where is  my\ndeposit', pin: null, picture: null }]);
  again.unmount();
  expect(shown().text.value).toBe('');
});

test('Enter sends where there is a keyboard of its own; with Shift, on a phone and while a word is composed it does not', () => {
  const { added, text, write } = shown();
  const enter = (more: object = {}) => fireEvent.keyDown(text, { key: 'Enter', ...more });
  write('hello');
  withMouse(false);
  expect(enter()).toBe(true);
  withMouse(true);
  expect(enter({ shiftKey: true })).toBe(true);
  expect(enter({ isComposing: true })).toBe(true);
  expect(fireEvent.keyDown(text, { key: 'a' })).toBe(true);
  expect(added()).toEqual([]);
  expect(enter()).toBe(false);
  expect(added()).toEqual([{ text: 'hello', pin: null, picture: null }]);
});

test('a picture is enough for a message and can be taken away again; what is no picture is refused', async () => {
  const { added, send, user, page, choose, onPinUsed } = shown();
  const opened = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined);
  await user.click(page.getByRole('button', { name: 'Add an image' }));
  expect(opened).toHaveBeenCalledTimes(1);
  opened.mockRestore();
  const [made, freed] = [vi.spyOn(URL, 'createObjectURL'), vi.spyOn(URL, 'revokeObjectURL')];
  choose(new File(['%PDF'], 'a.pdf', { type: 'application/pdf' }));
  await expect.poll(() => page.queryByRole('alert')).toBeTruthy();
  expect(send.disabled).toBe(true);
  const picture = new File(['picture'], 'a.png', { type: 'image/png' });
  choose(picture);
  await expect.poll(() => page.queryByAltText('Image')).toBeTruthy();
  expect([send.disabled, page.queryByRole('alert')]).toEqual([false, null]);
  await user.click(page.getByRole('button', { name: 'Remove the image' }));
  expect([send.disabled, page.queryByAltText('Image')]).toEqual([true, null]);
  choose(picture);
  await expect.poll(() => page.queryByAltText('Image')).toBeTruthy();
  await user.click(send);
  // Its address on this phone holds it in memory.
  expect(freed.mock.calls).toEqual(made.mock.results.map(({ value }) => [value]));
  expect(made).toHaveBeenCalledTimes(2);
  const [sent] = added();
  expect([sent?.text, sent?.picture instanceof Blob, sent?.picture?.size]).toEqual(['', true, picture.size]);
  expect([send.disabled, page.queryByAltText('Image')]).toEqual([true, null]);
  expect(onPinUsed).toHaveBeenCalledTimes(1);
});

test('a picture that was taken away can be chosen again', async () => {
  const { user, page, files } = shown();
  const picture = new File(['picture'], 'a.png', { type: 'image/png' });
  // Like a browser, it fires no change where the field still holds the same file.
  const choose = () => user.upload(files, picture);
  await choose();
  await user.click(await page.findByRole('button', { name: 'Remove the image' }));
  expect(page.queryByAltText('Image')).toBeNull();
  await choose();
  expect(await page.findByAltText('Image')).toBeTruthy();
});

test('what is pinned goes with the message, and can be taken off', async () => {
  const { added, send, user, page, onPinUsed } = shown(pin);
  expect(page.getByText('1KDVDWMC')).toBeTruthy();
  expect(send.disabled).toBe(false);
  await user.click(page.getByRole('button', { name: 'Do not attach this' }));
  expect([onPinUsed.mock.calls.length, added().length]).toEqual([1, 0]);
  await user.click(send);
  expect(added()).toEqual([{ text: '', pin, picture: null }]);
  expect(onPinUsed).toHaveBeenCalledTimes(2);
});
