// @vitest-environment happy-dom
import type { ReactNode } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { ApiRefusal } from './refusal.ts';
import { useFormFields } from './use-form-fields.ts';

beforeAll(() => useLanguage('en'));

function Form(): ReactNode {
  const { field, refused } = useFormFields({ amount: '', code: '' }, { amountInvalid: 'amount', captchaWrong: 'code' });
  const refusals = { amount: 'amountInvalid', code: 'captchaWrong', none: 'internalError' } as const;
  return (
    <>
      {(['amount', 'code'] as const).map((name) => (
        <p key={name}>{field(name).error}</p>
      ))}
      {Object.entries(refusals).map(([name, code]) => (
        <button key={name} type="button" onClick={() => refused(new ApiRefusal(code, `refused ${name}`))}>
          {name}
        </button>
      ))}
    </>
  );
}

test('a refusal is shown at its field, in place of what was said of the submission before', async () => {
  const { page, user, container } = mount(<Form />);
  const shown = async (name: string): Promise<string[]> => {
    await user.click(page.getByText(name));
    return [...container.querySelectorAll('p')].map((one) => one.textContent).filter((text) => text !== '');
  };
  expect(await shown('amount')).toEqual(['refused amount']);
  expect(await shown('code')).toEqual(['refused code']);
  expect(await shown('none')).toEqual([]);
});
