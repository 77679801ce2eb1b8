import { expect, test } from 'vitest';
import { waysFrom } from './paging.tsx';

test('a full page leads on, and every page but the first leads back, the last and an empty one too', () => {
  const [first, later] = [{ after: undefined }, { after: 'ROW2' }];
  expect(waysFrom(first, 0, 3)).toEqual({ first: false, next: false });
  expect(waysFrom(first, 2, 3)).toEqual({ first: false, next: false });
  expect(waysFrom(first, 3, 3)).toEqual({ first: false, next: true });
  expect(waysFrom(later, 3, 3)).toEqual({ first: true, next: true });
  expect(waysFrom(later, 1, 3)).toEqual({ first: true, next: false });
  expect(waysFrom(later, 0, 3)).toEqual({ first: true, next: false });
});
