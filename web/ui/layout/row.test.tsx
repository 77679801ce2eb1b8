import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Row } from './row.tsx';

const chevron = /<svg[^>]*class="[^"]*chevron/;
const nothing = () => undefined;

test('a row that leads somewhere or opens something shows it, an option to choose and a mere line do not', () => {
  expect(renderToStaticMarkup(<Row title="Method" onPress={nothing} />)).toMatch(chevron);
  expect(renderToStaticMarkup(<Row title="Zone" selected={false} onPress={nothing} />)).not.toMatch(chevron);
  expect(renderToStaticMarkup(<Row title="Time" value="12:00" />)).not.toMatch(chevron);
});
