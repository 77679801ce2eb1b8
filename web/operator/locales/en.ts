import { acts } from './en/acts.ts';
import { approvals } from './en/approvals.ts';
import { books } from './en/books.ts';
import { content } from './en/content.ts';
import { enrol } from './en/enrol.ts';
import { funding } from './en/funding.ts';
import { giving } from './en/giving.ts';
import { health } from './en/health.ts';
import { inbox } from './en/inbox.ts';
import { log } from './en/log.ts';
import { members } from './en/members.ts';
import { money } from './en/money.ts';
import { operators } from './en/operators.ts';
import { products } from './en/products.ts';
import { recoveries } from './en/recoveries.ts';
import { roles } from './en/roles.ts';
import { sessions } from './en/sessions.ts';
import { shell } from './en/shell.ts';
import { signIn } from './en/sign-in.ts';

/** The console's texts in English, whose sections, keys and placeholders the other languages have. */
export const en = {
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
} as const;
