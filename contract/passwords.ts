import * as z from 'zod/mini';
import { requiredCaptchaField } from './captcha-field.ts';
import { factorErrors, factorField } from './factor-field.ts';
import { textField } from './fields.ts';
import { anyPassword } from './reauthentication.ts';

/** Password: 6-16 letters and digits, at least one of each. */
export const passwordPattern = /^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{6,16}$/;

/** A new password, typed twice, with the captcha. */
export const newPasswordFields = {
  password: textField(passwordPattern, 'passwordAndCodeMissing', 'passwordInvalid'),
  repassword: textField(anyPassword, 'passwordAndCodeMissing', 'passwordsDiffer'),
  code: requiredCaptchaField,
  /** Asked for with an authenticator app set up. */
  factor: z.optional(factorField),
};

/** What these fields may refuse. */
export const newPasswordErrors = [
  'passwordAndCodeMissing',
  'passwordInvalid',
  'passwordKnown',
  'passwordsDiffer',
  'captchaWrong',
  ...factorErrors,
] as const;
