import { expect, test } from 'vitest';
import type { ContentBlock } from '#contract/content-blocks.ts';
import { changedBlocks } from './changed-blocks.ts';

const heading = (text: string): ContentBlock => ({ kind: 'heading', text: [text] });
const paragraph = (text: string): ContentBlock => ({ kind: 'paragraph', text: [text] });
const list = (...items: string[]): ContentBlock => ({ kind: 'list', items: items.map((item) => [item]) });

const earlier = [
  paragraph('Lets you try.'),
  heading('What is kept'),
  list('Account.', 'Sign-ins.'),
  heading('End'),
  paragraph('As it is.'),
];

test('what is new or worded anew is shown under its heading, of a list its new items alone', () => {
  const later = [
    paragraph('Lets you try.'),
    heading('What is kept'),
    list('Account.', 'Push devices.', 'Sign-ins.'),
    heading('Deleting'),
    paragraph('You can delete it.'),
    paragraph('At once.'),
    heading('End'),
    paragraph('As it is.'),
  ];
  expect(changedBlocks(earlier, later)).toEqual([
    heading('What is kept'),
    list('Push devices.'),
    heading('Deleting'),
    paragraph('You can delete it.'),
    paragraph('At once.'),
  ]);
});

test('nothing is new in the same text, one without passages, or one that only leaves out', () => {
  expect(changedBlocks(earlier, earlier)).toEqual([]);
  expect(changedBlocks(earlier, earlier.slice(0, 3))).toEqual([]);
  expect(changedBlocks([], earlier)).toEqual(earlier);
});
