import { beforeAll, expect, test } from 'vitest';
import { useLanguage, wordsOf } from '#web/ui/shown.fixture.tsx';
import { Message } from './message.tsx';

beforeAll(() => useLanguage('en'));

test('an automatic answer says whether it has help texts to show; of one alone, too', () => {
  const automatic = { author: 'automatic', text: '', image: null, pin: null, at: Date.UTC(2026, 4, 1, 10) };
  const words = (articles: readonly string[]) =>
    wordsOf(<Message message={{ ...automatic, articles } as never} links={(ids) => `help: ${ids.join(', ')}`} />);
  expect(words([])).toContain('your message has arrived, and a person will read it');
  expect(words([])).not.toContain('help:');
  expect(words(['fees'])).toContain('help: fees');
  expect(words(['fees'])).not.toContain('your message has arrived, and a person will read it');
  expect(words(['fees', 'limits'])).toContain('help: fees, limits');
});
