// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { mount } from '../mounted.fixture.tsx';
import { useLanguage } from '../shown.fixture.tsx';
import { Form } from './form.tsx';

beforeAll(() => useLanguage('en'));

test('a form that is being sent is not sent again', () => {
  const onSubmit = vi.fn();
  const formOf = (isPending: boolean) => (
    <Form sending={{ isPending, error: null }} onSubmit={onSubmit} action="Send">
      <p>Words</p>
    </Form>
  );
  const { container, rerender } = mount(formOf(true));
  const form = container.querySelector('form') as HTMLFormElement;
  fireEvent.submit(form);
  expect(onSubmit).not.toHaveBeenCalled();
  rerender(formOf(false));
  fireEvent.submit(form);
  expect(onSubmit).toHaveBeenCalledTimes(1);
});
