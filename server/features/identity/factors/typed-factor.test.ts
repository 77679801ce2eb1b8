import { expect, test } from 'vitest';
import { readFactor } from './typed-factor.ts';

test.each(['123456', '123 456', ' 123-456 '])('"%s" is the code of an app', (typed) => {
  expect(readFactor(typed)).toEqual({ kind: 'authenticator', digits: '123456' });
});

test.each(['abcde-fgh23', 'ABCDE FGH23', 'abcdefgh23'])('"%s" is a backup code', (typed) => {
  expect(readFactor(typed)).toEqual({ kind: 'backup', code: 'abcdefgh23' });
});

test.each(['', '12345', '1234567', '１２３４５６', 'abcde-fgh2', 'abcde-fghi1', 'a'.repeat(64)])(
  '"%s" is neither',
  (typed) => {
    expect(readFactor(typed)).toEqual({ kind: 'neither' });
  },
);
