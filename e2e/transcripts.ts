import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';

/** Downloads the transcript that a button within `part` of the page saves; returns the path of the file. */
export async function downloadTranscript(page: Page, part: Page | Locator = page): Promise<string> {
  const downloading = page.waitForEvent('download');
  await part.getByRole('button', { name: 'Save the transcript' }).click();
  return await (await downloading).path();
}

/** `tools/verify/verify.ts` on a downloaded file. */
export function verifyTranscript(path: string) {
  const verifier = join(import.meta.dirname, '../tools/verify/verify.ts');
  return spawnSync(process.execPath, [verifier, path], { encoding: 'utf8' });
}
