import * as z from 'zod/mini';
import { moment, usdtText } from './fields.ts';
import { operation } from './operation.ts';
import { reauthenticationErrors, reauthenticationFields } from './reauthentication.ts';

/** Path below `/api` of the file that `exportOwnData` allows. It is answered as `application/zip`. */
export const ownDataPath = '/account/export/{ticket}';

export const exportOwnData = operation({
  summary:
    'Allows the member to fetch once, for some minutes, everything that is kept about them: a ZIP of JSON, CSV and images. It takes the login password each time, and the member is notified.',
  method: 'POST',
  path: '/account/export',
  access: 'member',
  effect: 'write',
  reauthentication: { field: 'login', when: 'always' },
  input: z.strictObject(reauthenticationFields),
  output: z.object({ ticket: z.string(), expiresAt: moment }),
  errors: [...reauthenticationErrors],
});

/**
 * What keeps an account from being deleted: a freeze; USDT in running plans, in orders of rounds, in holdings; a deposit under way;
 * available USDT; a withdrawal under way.
 */
export const openBusinessKinds = [
  'frozen',
  'plans',
  'stakes',
  'financing',
  'depositing',
  'available',
  'withdrawing',
] as const;

/** One of them. */
export type OpenBusiness = (typeof openBusinessKinds)[number];

export const getDeletion = operation({
  summary:
    'What is still open in the account, in the order in which it is brought to an end: empty where its personal part can be deleted.',
  method: 'GET',
  path: '/account/deletion',
  access: 'member',
  effect: 'read',
  output: z.object({
    /** The amount is in micro-USDT, null of a freeze. */
    open: z.array(z.object({ what: z.enum(openBusinessKinds), amount: z.nullable(usdtText) })),
    /** Whole points that lapse with the account. */
    points: z.int(),
  }),
});

export const deleteOwnData = operation({
  summary:
    'Deletes the personal part of the account for ever: names, passwords, factors, sessions, cards, destinations, images, messages, devices and settings. Postings, plans, rounds and their proofs stay under the number. It takes the login password each time, and nothing may be open.',
  method: 'POST',
  path: '/account/deletion',
  access: 'member',
  effect: 'write',
  reauthentication: { field: 'login', when: 'always' },
  input: z.strictObject(reauthenticationFields),
  output: z.strictObject({}),
  message: 'accountDeleted',
  errors: ['accountOpen', ...reauthenticationErrors],
});
