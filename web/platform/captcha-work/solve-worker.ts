import { type DeriveKeyFunction, solveChallenge } from 'altcha-lib';
import { deriveKey as deriveByBrowser } from 'altcha-lib/algorithms/web/pbkdf2';
import type { CaptchaWork } from '#contract/captcha-work.ts';
import type { WorkReport } from './solve-in-worker.ts';

const attemptsPerReport = 50;
/** Longer than a captcha is valid. */
const timeoutMs = 6 * 60_000;

const report = (message: WorkReport): void => globalThis.postMessage(message);

/** The browser's own PBKDF2; where it has none, at an address without TLS, one in JavaScript, a few times slower. */
async function fastestKeys(): Promise<DeriveKeyFunction> {
  if (globalThis.isSecureContext) return deriveByBrowser;
  const [{ pbkdf2 }, { sha256 }] = await Promise.all([
    import('@noble/hashes/pbkdf2.js'),
    import('@noble/hashes/sha2.js'),
  ]);
  return async ({ cost, keyLength }, salt, password) => ({
    derivedKey: pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength ?? 32 }),
  });
}

globalThis.addEventListener('message', async ({ data }: MessageEvent<CaptchaWork>) => {
  const { attempts: _, ...parameters } = data;
  const keys = await fastestKeys();
  let attempts = 0;
  const solution = await solveChallenge({
    challenge: { parameters },
    timeout: timeoutMs,
    deriveKey: (...input) => {
      if (++attempts % attemptsPerReport === 0) report(attempts);
      return keys(...input);
    },
  });
  if (solution !== null) report({ counter: solution.counter, key: solution.derivedKey });
});
