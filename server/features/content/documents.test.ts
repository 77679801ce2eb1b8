import { expect, test } from 'vitest';
import { currentDocuments, versionsOf } from './documents.ts';
import type { Library, Page } from './library.ts';

const ids = ['terms-v10', 'terms-v2', 'risk-v1', 'terms-v9', 'terms-old', 'risk-v3', 'risk-v2'];
const library = { pages: () => ids.map((id) => ({ id }) as Page) } as unknown as Library;

test('the version with the highest number is the current one, in whatever order the texts are kept', () => {
  expect(versionsOf(library, 'terms', 'en').map(({ version }) => version)).toEqual([2, 9, 10]);
  expect(currentDocuments(library, 'en').map(({ page }) => page.id)).toEqual(['terms-v10', 'risk-v3']);
});
