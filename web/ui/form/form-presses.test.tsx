// @vitest-environment happy-dom
import { useMutation } from '@tanstack/react-query';
import { fireEvent } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { beforeAll, expect, test, vi } from 'vitest';
import { ApiRefusal } from '#web/platform/api/refusal.ts';
import { mount } from '../mounted.fixture.tsx';
import { ConfirmButton } from '../overlay/confirm-button.tsx';
import { Dialog } from '../overlay/dialog.tsx';
import { Sheet } from '../overlay/sheet.tsx';
import { useLanguage } from '../shown.fixture.tsx';
import { AmountField } from './amount-field.tsx';
import { Button } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { Field } from './field.tsx';
import { alerts } from './filled.fixture.ts';
import { IconButton } from './icon-button.tsx';
import { PasswordField } from './password-field.tsx';
import picker from './picker-field.module.css';
import { PickerField } from './picker-field.tsx';
import { Segmented } from './segmented.tsx';

beforeAll(() => useLanguage('en'));

test('a button acts once for each press, unless it is busy or out of use', async () => {
  const onClick = vi.fn();
  const { page, user, rerender } = mount(<Button onClick={onClick}>Go</Button>);
  await user.click(page.getByRole('button', { name: 'Go' }));
  expect(onClick).toHaveBeenCalledTimes(1);
  for (const state of [{ busy: true }, { disabled: true }]) {
    rerender(
      <Button onClick={onClick} {...state}>
        Go
      </Button>,
    );
    const button = page.getByRole('button', { name: 'Go' });
    await user.click(button);
    expect(button.querySelector('[aria-hidden]') !== null).toBe('busy' in state);
    // A busy one keeps its form from being sent by Enter as well.
    if ('busy' in state) expect(fireEvent.click(button)).toBe(false);
  }
  expect(onClick).toHaveBeenCalledTimes(1);
  rerender(<IconButton icon="eye" label="Look" onClick={onClick} />);
  await user.click(page.getByRole('button', { name: 'Look' }));
  expect(onClick).toHaveBeenCalledTimes(2);
});

function Fields({ onOpen }: { readonly onOpen: () => void }): ReactNode {
  const [text, setText] = useState('');
  const [amount, setAmount] = useState('');
  const [ticked, setTicked] = useState(false);
  const [segment, setSegment] = useState<'a' | 'b'>('a');
  return (
    <>
      <Field label="Code" name="code" value={text} onChange={setText} maxLength={3} verbatim />
      <AmountField
        label="Amount"
        name="amount"
        value={amount}
        onChange={setAmount}
        action={<Button onClick={() => setAmount('7')}>All</Button>}
      />
      <Checkbox name="ticked" checked={ticked} onChange={setTicked} error={ticked ? null : 'Tick this'}>
        Agreed
      </Checkbox>
      <Segmented
        label="Kind"
        value={segment}
        onChange={setSegment}
        segments={[
          { value: 'a', label: 'First' },
          { value: 'b', label: 'Second' },
        ]}
      />
      <PickerField label="Coin" value={null} placeholder="Choose" onOpen={onOpen} error="No coin" />
    </>
  );
}

test('a choice that is wrong is framed and says why, and one that is missing shows its placeholder', () => {
  const shown = (value: string | null, error: string | null) => {
    const { container, unmount } = mount(
      <PickerField label="Coin" value={value} placeholder="Choose" onOpen={() => undefined} error={error} />,
    );
    const marks = [picker.wrong, picker.placeholder].map((name) => container.querySelector(`.${name}`) !== null);
    const words = [container.querySelector('button')?.textContent, ...alerts()];
    unmount();
    return [words, ...marks];
  };
  expect(shown(null, 'No coin')).toEqual([['CoinChoose', 'No coin'], true, true]);
  expect(shown('Ether', 'Not traded now')).toEqual([['CoinEther', 'Not traded now'], true, false]);
  expect(shown('Ether', null)).toEqual([['CoinEther'], false, false]);
});

test('fields have what was typed, ticked and chosen, and no more than they take', async () => {
  const onOpen = vi.fn();
  const { page, user } = mount(<Fields onOpen={onOpen} />);
  const field = (label: string) => page.getByLabelText<HTMLInputElement>(label);
  await user.type(field('Code'), 'abcd');
  await user.type(field('Amount'), '12.5');
  expect([field('Code').value, field('Amount').value]).toEqual(['abc', '12.5']);
  expect([field('Code').type, field('Code').autocomplete, field('Code').getAttribute('autocapitalize')]).toEqual([
    ...['text', 'off', 'none'],
  ]);
  expect([field('Amount').maxLength, field('Amount').inputMode]).toEqual([24, 'decimal']);
  await user.click(page.getByRole('button', { name: 'All' }));
  expect(field('Amount').value).toBe('7');
  const box = page.getByRole<HTMLInputElement>('checkbox', { name: 'Agreed' });
  expect([alerts(), box.getAttribute('aria-invalid')]).toEqual([['Tick this', 'No coin'], 'true']);
  expect(page.getByText('Tick this').id).toBe(box.getAttribute('aria-describedby'));
  await user.click(box);
  expect(box.hasAttribute('aria-describedby')).toBe(false);
  expect([box.checked, alerts(), box.getAttribute('aria-invalid')]).toEqual([true, ['No coin'], null]);
  await user.click(page.getByText('Agreed'));
  expect(box.checked).toBe(false);
  await user.click(page.getByRole('button', { name: 'Second' }));
  const pressed = ['First', 'Second'].map((name) => page.getByRole('button', { name }).getAttribute('aria-pressed'));
  expect(pressed).toEqual(['false', 'true']);
  const button = page.getByRole('button', { name: /Coin/ });
  expect([button.textContent, button.getAttribute('aria-haspopup')]).toEqual(['CoinChoose', 'dialog']);
  await user.click(button);
  expect(onOpen).toHaveBeenCalledTimes(1);
});

function CodeField(): ReactNode {
  const [code, setCode] = useState('');
  return <Field label="Code" name="code" value={code} onChange={setCode} maxLength={4} code />;
}

test.each([
  ['spaces around it are left out before it is cut', '', 0, ' \n ABCD  ', 'ABCD'],
  ['one that is too long is cut at its end', '', 0, ' ABCDEF', 'ABCD'],
  ['what stands after it stays', 'XY', 0, ' ABCD', 'ABXY'],
  ['a full field takes no more', 'WXYZ', 2, 'A', 'WXYZ'],
])('a code that is pasted: %s', async (_case, before, at, pasted, after) => {
  const { page, user } = mount(<CodeField />);
  const field = page.getByLabelText<HTMLInputElement>('Code');
  expect(field.getAttribute('autocapitalize')).toBe('none');
  if (before !== '') await user.type(field, ` ${before} `);
  await user.click(field);
  field.setSelectionRange(at, at);
  await user.paste(pasted);
  expect(field.value).toBe(after);
});

const drag = (target: Element, type: string, clientY = 0) =>
  target.dispatchEvent(new PointerEvent(type, { bubbles: true, clientY }));

test('a sheet shows its content while it is open, and closes by its button, beside it, by Escape and by a long drag', async () => {
  const onClose = vi.fn();
  const sheet = (open: boolean) => (
    <Sheet open={open} onClose={onClose} title="Coins" height={120}>
      <p>inside</p>
    </Sheet>
  );
  const { page, user, container, rerender } = mount(sheet(false));
  const dialog = container.querySelector('dialog') as HTMLDialogElement;
  expect([dialog.open, page.queryByText('inside')]).toEqual([false, null]);
  // With it the page behind is out of reach, and the focus returns to where it was.
  const showModal = vi.spyOn(dialog, 'showModal');
  rerender(sheet(true));
  expect(showModal).toHaveBeenCalledTimes(1);
  expect(page.getByRole('dialog', { name: 'Coins' })).toBe(dialog);
  expect([dialog.open, page.getByText('inside').parentElement?.style.height]).toEqual([true, '120px']);
  await user.click(page.getByText('inside'));
  expect(onClose).not.toHaveBeenCalled();
  await user.click(page.getByRole('button', { name: 'Close' }));
  await user.click(dialog);
  expect(onClose).toHaveBeenCalledTimes(2);
  const keys = vi.fn();
  document.addEventListener('keydown', keys);
  fireEvent.keyDown(page.getByText('inside'), { key: 'ArrowLeft' });
  expect(keys).not.toHaveBeenCalled();
  document.removeEventListener('keydown', keys);
  const head = page.getByText('Coins');
  drag(head, 'pointermove', 300);
  drag(head, 'pointerup');
  drag(head, 'pointerdown', 100);
  drag(head, 'pointermove', 60);
  expect(dialog.style.translate).toBe('');
  drag(head, 'pointermove', 172);
  expect(dialog.style.translate).toBe('0 72px');
  drag(head, 'pointerup');
  expect([dialog.style.translate, onClose.mock.calls.length]).toEqual(['', 2]);
  drag(head, 'pointermove', 400);
  expect(dialog.style.translate).toBe('');
  for (const end of ['pointerup', 'pointercancel']) {
    drag(head, 'pointerdown', 100);
    drag(head, 'pointermove', 173);
    drag(head, end);
  }
  expect(onClose).toHaveBeenCalledTimes(4);
  dialog.close();
  expect(onClose).toHaveBeenCalledTimes(5);
  rerender(sheet(false));
  expect([dialog.open, page.queryByText('inside')]).toEqual([false, null]);
});

test('a dialog is left by its actions, the quiet one first; by Escape only where there is a way back', async () => {
  const [onClose, act, back] = [vi.fn(), vi.fn(), vi.fn()];
  const dialog = (more: object, open = true) => (
    <Dialog
      open={open}
      title="Sure?"
      actions={[
        { label: 'Act', onPress: act, ...more },
        { label: 'Back', onPress: back, kind: 'quiet' },
      ]}
      {...more}
    >
      really
    </Dialog>
  );
  const { page, user, container, rerender } = mount(dialog({ alert: true }));
  const element = container.querySelector('dialog') as HTMLDialogElement;
  expect(page.getByRole('alertdialog', { name: 'Sure?', description: 'really' })).toBe(element);
  expect(page.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Back', 'Act']);
  const isLeftByEscape = () => {
    const cancel = new Event('cancel', { cancelable: true });
    element.dispatchEvent(cancel);
    return !cancel.defaultPrevented;
  };
  expect(isLeftByEscape()).toBe(false);
  // Pressed again, Escape closes it without asking, and so does the back gesture.
  element.close();
  expect([element.open, page.getByRole('alertdialog', { name: 'Sure?' })]).toEqual([true, element]);
  rerender(dialog({ alert: true }, false));
  expect(element.open).toBe(false);
  rerender(dialog({ onClose }));
  expect(isLeftByEscape()).toBe(true);
  expect(page.getByRole('dialog', { name: 'Sure?' }).textContent).toContain('really');
  await user.click(page.getByRole('button', { name: 'Act' }));
  await user.click(page.getByRole('button', { name: 'Back' }));
  rerender(dialog({ busy: true }));
  await user.click(page.getByRole('button', { name: 'Act' }));
  expect([act.mock.calls.length, back.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 1, 0]);
  rerender(dialog({ onClose }));
  element.close();
  expect(onClose).toHaveBeenCalledTimes(1);
  rerender(dialog({ onClose }, false));
  expect([element.open, page.queryByText('really')]).toEqual([false, null]);
});

interface ConfirmProps {
  readonly act: (input: number) => Promise<void>;
  readonly onDone: () => void;
  readonly input?: number;
}

function Confirm({ act, onDone, input = 7 }: ConfirmProps) {
  const mutation = useMutation({ mutationFn: act });
  return (
    <ConfirmButton label="Delete" title="Really?" cancel="No" mutation={mutation} input={input} onDone={onDone}>
      for ever
    </ConfirmButton>
  );
}

test('an act that is asked for is done once it is confirmed; a failure stays until it is asked again', async () => {
  const [act, onDone] = [vi.fn<(input: number) => Promise<void>>(), vi.fn()];
  const { page, user, rerender } = mount(<Confirm act={act} onDone={onDone} />);
  const press = (name: string) => user.click(page.getAllByRole('button', { name }).at(-1) as HTMLElement);
  await press('Delete');
  expect([page.getByText('Really?').tagName, act.mock.calls.length]).toEqual(['H2', 0]);
  await press('No');
  expect([page.queryByText('for ever'), act.mock.calls.length]).toEqual([null, 0]);
  act.mockRejectedValueOnce(new ApiRefusal('serverBusy', 'Busy'));
  await press('Delete');
  await press('Delete');
  await expect.poll(alerts).toEqual(['Busy']);
  expect(onDone).not.toHaveBeenCalled();
  await press('No');
  await press('Delete');
  expect(alerts()).toEqual([]);
  const { promise, resolve } = Promise.withResolvers<void>();
  act.mockReturnValueOnce(promise);
  // What is read anew behind the question is not what was asked about.
  rerender(<Confirm act={act} onDone={onDone} input={8} />);
  await press('Delete');
  await press('Delete');
  resolve();
  await expect.poll(() => page.queryByText('for ever')).toBeNull();
  expect([act.mock.calls.map(([input]) => input), onDone.mock.calls.length]).toEqual([[7, 7], 1]);
  await press('Delete');
  await press('Delete');
  expect(act).toHaveBeenLastCalledWith(8, expect.anything());
});

test('a password is shown at a press and hidden at the next', async () => {
  const { page, user, container } = mount(
    <PasswordField label="Password" name="password" value="abc123" onChange={() => undefined} error={null} />,
  );
  const type = () => container.querySelector('input')?.type;
  expect(type()).toBe('password');
  await user.click(page.getByRole('button', { name: 'Show password' }));
  expect(type()).toBe('text');
  await user.click(page.getByRole('button', { name: 'Hide password' }));
  expect(type()).toBe('password');
});
