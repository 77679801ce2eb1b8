import { expect, test } from 'vitest';
import { markupOf } from '../shown.fixture.tsx';
import { Icon, type IconName } from './icon.tsx';

const drawn = (name: IconName): string => /<path d="([^"]*)"/.exec(markupOf(<Icon name={name} />))?.[1] ?? '';

test('icons of a direction point there', () => {
  expect(drawn('forward')).toMatch(/^M9 5l7 7-7 7$/);
  expect(drawn('back')).toMatch(/^M15 5l-7 7 7 7$/);
  expect(drawn('down')).toMatch(/^M5 9l7 7 7-7$/);
  expect(drawn('up')).toContain('l6-6 6 6');
  expect(drawn('deposit')).toContain('l5 5 5-5');
  expect(drawn('withdraw')).toContain('l5-5 5 5');
});

test('pause is two upright bars and play a triangle; an eye that is struck through hides', () => {
  expect(drawn('pause')).toMatch(/^M\S+ \S+v\d+ M\S+ \S+v\d+$/);
  expect(drawn('play')).toMatch(/^M[^Mv]+z$/);
  expect([drawn('eyeOff').endsWith('M4 4l16 16'), drawn('eye').endsWith('M4 4l16 16')]).toEqual([true, false]);
});
