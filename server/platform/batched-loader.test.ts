import { expect, test } from 'vitest';
import { batchedLoader } from './batched-loader.ts';

/** A reader whose questions are kept until they are answered by hand. */
function heldReads() {
  const questions: { keys: readonly string[]; answer(): void; fail(error: Error): void }[] = [];
  const read = batchedLoader<string>(
    (keys) =>
      new Promise((resolve, reject) => {
        questions.push({
          keys,
          answer: () => resolve(new Map(keys.filter((key) => key !== 'none').map((key) => [key, `value of ${key}`]))),
          fail: reject,
        });
      }),
    3,
  );
  const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
  const question = async (place: number) => {
    while (questions.length <= place) await turn();
    return questions[place] as (typeof questions)[number];
  };
  return { read, question, questions, turn };
}

test('those who ask in one turn of the event loop share one question, and a key is asked for once', async () => {
  const { read, question, questions } = heldReads();
  const asked = [read('a'), read('b'), read('a'), read('none')];
  const first = await question(0);
  expect(first.keys).toEqual(['a', 'b']);
  first.answer();
  (await question(1)).answer();
  expect(await Promise.all(asked)).toEqual(['value of a', 'value of b', 'value of a', undefined]);
  expect(questions.length).toBe(2);
});

test('all who ask while a question is under way are answered by the next one, not by what was read before', async () => {
  const { read, question, questions, turn } = heldReads();
  const early = read('a');
  const first = await question(0);
  const late = [read('a')];
  await turn();
  late.push(read('b'));
  await turn();
  await turn();
  expect(questions.length).toBe(1);
  first.answer();
  expect(await early).toBe('value of a');
  const second = await question(1);
  expect(second.keys).toEqual(['a', 'b']);
  second.answer();
  expect(await Promise.all(late)).toEqual(['value of a', 'value of b']);
});

test('a question that fails fails those who asked it, and no one after them', async () => {
  const { read, question } = heldReads();
  const doomed = Promise.allSettled([read('a'), read('b')]);
  (await question(0)).fail(new Error('the database is away'));
  expect((await doomed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const next = read('c');
  (await question(1)).answer();
  expect(await next).toBe('value of c');
});
