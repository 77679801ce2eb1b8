import * as z from 'zod/mini';
import { textField, wholeNumberField } from './fields.ts';

/**
 * What the browser works out before its captcha counts, an ALTCHA challenge: the first whole number from 0 whose key, PBKDF2 of
 * `nonce` and the number with `salt` and `cost` iterations, begins with `keyPrefix`. It is one of the first `attempts` numbers. Binary
 * values in hexadecimal digits.
 */
export const captchaWork = z.object({
  algorithm: z.literal('PBKDF2/SHA-256'),
  nonce: z.string(),
  salt: z.string(),
  cost: z.int(),
  keyLength: z.int(),
  keyPrefix: z.string(),
  attempts: z.int(),
});

/** The work of a captcha as the browser receives it. */
export type CaptchaWork = z.output<typeof captchaWork>;

/** The solution: the number, and its key of 32 bytes. */
export const workSolutionForm = z.strictObject({
  counter: wholeNumberField('captchaMissing', 'captchaWrong'),
  key: textField(/^[0-9a-f]{64}$/, 'captchaMissing', 'captchaWrong'),
});
