import type { ConsoleTexts } from '../console-texts.ts';
import { acts } from './zh/acts.ts';
import { approvals } from './zh/approvals.ts';
import { books } from './zh/books.ts';
import { content } from './zh/content.ts';
import { enrol } from './zh/enrol.ts';
import { funding } from './zh/funding.ts';
import { giving } from './zh/giving.ts';
import { health } from './zh/health.ts';
import { inbox } from './zh/inbox.ts';
import { log } from './zh/log.ts';
import { members } from './zh/members.ts';
import { money } from './zh/money.ts';
import { operators } from './zh/operators.ts';
import { products } from './zh/products.ts';
import { recoveries } from './zh/recoveries.ts';
import { roles } from './zh/roles.ts';
import { sessions } from './zh/sessions.ts';
import { shell } from './zh/shell.ts';
import { signIn } from './zh/sign-in.ts';

export const zh: ConsoleTexts = {
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
