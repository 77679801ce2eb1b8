import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import { personNamePattern, tidied } from './fields.ts';
import { locales } from './locale.ts';
import { operation } from './operation.ts';
import { accountInfo } from './profile-account.ts';
import { reauthenticationErrors, reauthenticationFields } from './reauthentication.ts';

const tidyTextOrNone = (pattern: RegExp, invalid: ErrorCode) =>
  z.string().check(z.refine((text) => text === '' || pattern.test(tidied(text)), { error: () => invalid }));

export const updateProfile = operation({
  summary:
    'Changes what is given of the profile and leaves the rest; an empty name takes it away. Another real name takes the login password; with a bank card bound it cannot be empty.',
  method: 'POST',
  path: '/User/upinfo',
  access: 'member',
  effect: 'write',
  reauthentication: { field: 'login', when: 'newRealName' },
  input: z.strictObject({
    nickname: z.optional(tidyTextOrNone(/^[\p{L}\p{M}\p{N} ._-]{0,24}$/u, 'nicknameInvalid')),
    realname: z.optional(tidyTextOrNone(personNamePattern, 'realNameInvalid')),
    /** A name of the IANA database, like Asia/Bangkok. */
    timezone: z.optional(
      z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_+/-]{1,60}$/, { error: () => 'timeZoneUnknown' })),
    ),
    locale: z.optional(z.enum(locales, { error: () => 'localeUnknown' })),
    ...reauthenticationFields,
  }),
  output: accountInfo,
  message: 'profileSaved',
  errors: [
    'nicknameInvalid',
    'realNameInvalid',
    'realNameNeeded',
    'timeZoneUnknown',
    'localeUnknown',
    'accountFrozen',
    ...reauthenticationErrors,
  ],
});
