import * as z from 'zod/mini';
import { factorErrors, factorField } from './factor-field.ts';
import { textField } from './fields.ts';

/** Input for a password that was set before: only the server decides whether it is right. */
export const anyPassword = /^[\s\S]{1,64}$/;

/** The login password, for re-authentication. */
export const loginPasswordField = textField(anyPassword, 'passwordMissing', 'oldPasswordWrong');

/** What asking for the login password may refuse. */
export const ownerErrors = ['passwordMissing', 'oldPasswordWrong', 'signInLocked'] as const;

/** Login password and second factor beside the input of a call that does not always ask for them. */
export const reauthenticationFields = { login: z.optional(loginPasswordField), factor: z.optional(factorField) };

/** What such a call may refuse on their account. `loginPasswordNeeded` says that it asks for them. */
export const reauthenticationErrors = ['loginPasswordNeeded', ...ownerErrors, ...factorErrors] as const;
