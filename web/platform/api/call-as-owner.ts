import type { ErrorCode } from '#contract/errors.ts';
import type { InputOf, Operation } from '#contract/operation.ts';
import { createListeners } from '../listeners.ts';
import { session } from '../session/session.ts';
import { type CallOptions, type CallResult, callForResult } from './call.ts';
import { refusalCode, SessionOver } from './refusal.ts';

/** What the owner types when a call asks for the login password anew. */
interface Owner {
  readonly login: string;
  /** The second factor; undefined where none was asked for. */
  readonly factor: string | undefined;
}

/** A call that waits for its owner. */
export interface OwnerQuestion {
  /** Makes the call with the owner's answers. Throws what the sheet shows: a wrong password or factor. */
  attempt(owner: Owner): Promise<void>;
  /** The owner closed the sheet, and nothing was changed, unless another reason is given. */
  cancel(reason?: Error): void;
}

/** Refusals that the sheet shows, because another answer may be right. */
const ofOwner: ReadonlySet<ErrorCode | null> = new Set([
  'passwordMissing',
  'oldPasswordWrong',
  'signInLocked',
  'secondFactorMissing',
  'secondFactorNeeded',
  'secondFactorWrong',
  'secondFactorLocked',
] satisfies ErrorCode[]);

const listeners = createListeners();
let question: OwnerQuestion | null = null;

// The next member would be asked to confirm it, and make the call as their own.
session.subscribe(() => question?.cancel(new SessionOver()));

/** The call that waits for its owner, if any. */
export const ownerQuestion = {
  snapshot: (): OwnerQuestion | null => question,
  subscribe: listeners.subscribe,
};

/** Calls an operation. Where the server asks for the login password, a sheet asks the owner, and the call is made again with it. */
export async function callAsOwner<O extends Operation>(
  operation: O,
  input: InputOf<O>,
  options: CallOptions = {},
): Promise<CallResult<O>> {
  try {
    return await callForResult(operation, input, options);
  } catch (error) {
    if (refusalCode(error) !== 'loginPasswordNeeded') throw error;
    return await askOwner(({ login, factor }) =>
      callForResult(operation, { ...input, login, ...(factor === undefined ? {} : { factor }) }, options),
    );
  }
}

function askOwner<Result>(run: (owner: Owner) => Promise<Result>): Promise<Result> {
  question?.cancel();
  return new Promise((resolve, reject) => {
    const close = (): void => set(null);
    set({
      async attempt(owner) {
        try {
          resolve(await run(owner));
          close();
        } catch (error) {
          if (ofOwner.has(refusalCode(error))) throw error;
          close();
          reject(error);
        }
      },
      cancel(reason = new OwnerAbsent()) {
        close();
        reject(reason);
      },
    });
  });
}

/** The owner closed the sheet. */
class OwnerAbsent extends Error {
  constructor() {
    super('the owner closed the sheet');
    this.name = 'OwnerAbsent';
  }
}

function set(next: OwnerQuestion | null): void {
  question = next;
  listeners.notify();
}
