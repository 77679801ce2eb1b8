import { expect, test } from 'vitest';
import { withdrawalStates } from '#contract/states.ts';
import { isFinal, stepsOf } from './withdrawal-progress.ts';

test('a withdrawal in review has been requested and is still to be sent and paid', () => {
  expect(stepsOf('inReview', false)).toEqual([
    { state: 'requested', look: 'past' },
    { state: 'inReview', look: 'now' },
    { state: 'sent', look: 'ahead' },
    { state: 'done', look: 'ahead' },
  ]);
});

test('a cancelled one shows no step that it never made', () => {
  expect(stepsOf('cancelled', false).map(({ state }) => state)).toEqual(['requested', 'inReview', 'cancelled']);
});

test('one that the rail sent back was sent before it was refused', () => {
  expect(stepsOf('refused', true).map(({ state }) => state)).toEqual(['requested', 'inReview', 'sent', 'refused']);
});

test('every state is the current step of its own sequence, and the last one exactly when it is final', () => {
  for (const state of withdrawalStates) {
    const steps = stepsOf(state, false);
    expect(steps.filter(({ look }) => look === 'now').map((step) => step.state)).toEqual([state]);
    expect(steps.at(-1)?.look === 'now').toBe(isFinal({ state }));
  }
});
