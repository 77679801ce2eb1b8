import { expect } from 'vitest';
import * as z from 'zod/mini';
import { locales } from '#contract/locale.ts';
import type { Desk } from './desk.fixture.ts';

const draft = z.object({ id: z.string(), draft: z.nullable(z.object({ hash: z.string() })) });

/** Drafts a notice in six languages and publishes it, as the console does. Returns its id. */
export async function publishNotice(desk: Desk, title: string): Promise<string> {
  let saved: Readonly<Record<string, string>> = { hash: '' };
  for (const locale of locales) {
    const text = { locale, title: `${title} (${locale})`, body: 'From 22:00 on.' };
    const answer = await desk.write('/operator/content/draft', { kind: 'notice', ...saved, ...text });
    expect(answer.status).toBe(200);
    const { id, draft: kept } = draft.parse(answer.url);
    saved = { id, hash: kept?.hash ?? '' };
  }
  const publication = { kind: 'notice', ...saved, reason: 'for a test' };
  const published = await desk.write('/operator/content/publish', publication);
  expect(published.status).toBe(200);
  // Its draft had another id: notices are named by when they were published.
  return z.parse(z.object({ id: z.string() }), published.url).id;
}

/** Takes a notice away again: 200, or the refusal. */
export async function withdrawNotice(desk: Desk, id: string): Promise<string | number> {
  const { status, code } = await desk.write('/operator/content/withdraw', { kind: 'notice', id, reason: 'for a test' });
  return code ?? status;
}
