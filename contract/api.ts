import * as bankCard from './bank-card.ts';
import * as content from './content.ts';
import * as deposits from './deposits.ts';
import * as financing from './financing.ts';
import * as home from './home.ts';
import * as identity from './identity.ts';
import * as images from './images.ts';
import * as limits from './limits.ts';
import * as market from './market.ts';
import { type NamedOperation, operationsOf } from './operation.ts';
import * as plans from './plans.ts';
import * as profile from './profile.ts';
import * as proofs from './proofs.ts';
import * as security from './security.ts';
import * as wallet from './wallet.ts';
import * as weight from './weight.ts';
import * as withdrawals from './withdrawals.ts';

/**
 * Every feature by the name of its file: `contract/<feature>.ts`, `server/features/<feature>/`, `web/features/<feature>/`. The web
 * app does not import this file: it would carry every operation to every page.
 */
export const api = {
  identity,
  profile,
  security,
  'bank-card': bankCard,
  market,
  plans,
  deposits,
  images,
  wallet,
  withdrawals,
  financing,
  limits,
  weight,
  home,
  proofs,
  content,
} as const;

/** Every operation there is, by feature. */
export const operations: readonly NamedOperation[] = Object.entries(api).flatMap(([feature, exports]) =>
  operationsOf(feature, exports),
);
