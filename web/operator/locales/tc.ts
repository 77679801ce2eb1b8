import type { ConsoleTexts } from '../console-texts.ts';
import { acts } from './tc/acts.ts';
import { approvals } from './tc/approvals.ts';
import { books } from './tc/books.ts';
import { content } from './tc/content.ts';
import { enrol } from './tc/enrol.ts';
import { funding } from './tc/funding.ts';
import { giving } from './tc/giving.ts';
import { health } from './tc/health.ts';
import { inbox } from './tc/inbox.ts';
import { log } from './tc/log.ts';
import { members } from './tc/members.ts';
import { money } from './tc/money.ts';
import { operators } from './tc/operators.ts';
import { products } from './tc/products.ts';
import { recoveries } from './tc/recoveries.ts';
import { roles } from './tc/roles.ts';
import { sessions } from './tc/sessions.ts';
import { shell } from './tc/shell.ts';
import { signIn } from './tc/sign-in.ts';

export const tc: ConsoleTexts = {
  shell,
  roles,
  signIn,
  enrol,
  money,
  approvals,
  inbox,
  members,
  recoveries,
  content,
  products,
  books,
  funding,
  giving,
  health,
  log,
  operators,
  sessions,
  acts,
};
