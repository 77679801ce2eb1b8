import { textField } from './fields.ts';

/**
 * The second factor as it is typed: the six digits of the authenticator app, or a backup code. Spaces, hyphens and letter case
 * do not count; whether it is right is judged after the password alone.
 */
export const factorField = textField(/^[\s\S]{1,64}$/, 'secondFactorMissing', 'secondFactorWrong');

/** The same where the app is being set up: there are no backup codes yet. */
export const appCodeField = textField(/^[\s\S]{1,64}$/, 'appCodeMissing', 'secondFactorWrong');

/** What a check of the second factor may be refused for. */
export const factorErrors = [
  'secondFactorMissing',
  'secondFactorNeeded',
  'secondFactorWrong',
  'secondFactorLocked',
] as const;

/** What the code of an app may be refused for where the authenticator app is being set up: no backup code will do. */
export const setupErrors = ['appCodeMissing', 'secondFactorWrong', 'secondFactorLocked'] as const;
