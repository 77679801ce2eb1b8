import { expect, test } from 'vitest';
import { zonesMatching } from './time-zones.ts';

const zones = ['America/New_York', 'Asia/Bangkok', 'Asia/Hong_Kong', 'Europe/London', 'Asia/Yekaterinburg'];

test('a zone is found by its city, its continent, and with a space for the underscore', () => {
  expect(zonesMatching(zones, 'bang', 10)).toEqual(['Asia/Bangkok']);
  expect(zonesMatching(zones, 'hong kong', 10)).toEqual(['Asia/Hong_Kong']);
  expect(zonesMatching(zones, 'asia', 2)).toEqual(['Asia/Bangkok', 'Asia/Hong_Kong']);
});

test('names that begin with the search come before names that only contain it', () => {
  expect(zonesMatching(zones, 'ye', 10)).toEqual(['Asia/Yekaterinburg']);
  expect(zonesMatching(['Asia/Bangkok', 'Asia/Kolkata'], 'k', 10)).toEqual(['Asia/Kolkata', 'Asia/Bangkok']);
});

test('nothing is found for what no zone is called', () => {
  expect(zonesMatching(zones, 'atlantis', 10)).toEqual([]);
});
