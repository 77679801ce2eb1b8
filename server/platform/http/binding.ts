import type { ServerResponse } from 'node:http';
import type { ErrorCode } from '#contract/errors.ts';
import type { Locale } from '#contract/locale.ts';
import type { InputOf, Operation, OutputOf } from '#contract/operation.ts';
import { type NamedOperation, type OperationsOf, operationsOf } from '#contract/operation.ts';
import type { PermittedRoles } from '#contract/roles.ts';
import type { Log } from '../log.ts';
import type { RefusalValues } from '../refusal.ts';
import type { Operator, Session } from '../session.ts';
import type { SpooledFile } from './spool.ts';

/** Context of a call for its handler, beside the input. */
export interface Call {
  /** The member's; null when no member is signed in. */
  readonly session: Session | null;
  /** The signed-in member; reading it in a public operation without a session is a bug and throws. */
  readonly member: Session;
  /** The signed-in operator; reading it where the operation is not for operators is a bug and throws. */
  readonly operator: Operator;
  readonly locale: Locale;
  /** The caller's `Idempotency-Key`, its format validated, or null. */
  readonly idempotencyKey: string | null;
  readonly address: string;
  /** Scheme, host and port as sent by the caller: untrusted. */
  readonly origin: string;
  readonly userAgent: string;
  readonly cookies: CallCookies;
  /** Makes the browser drop what it has cached of this site (Clear-Site-Data). */
  clearCache(): void;
  /** The file of an operation that takes one; reading it in another is a bug and throws. */
  readonly upload: Buffer;
  readonly log: Log;
}

/** Host-only cookies: HttpOnly, SameSite=Strict, and under https Secure with the `__Host-` prefix. */
export interface CallCookies {
  /** As the request sent it, or as this call wrote it. */
  read(name: string): string | undefined;
  write(name: string, value: string, lifeSeconds: number): void;
  clear(name: string): void;
}

type Handler<O extends Operation> = (input: InputOf<O>, call: Call) => OutputOf<O> | Promise<OutputOf<O>>;

/** Rate-limit cost of a password check, which takes as long as dozens of other calls. */
export const passwordWeight = 10;

interface BindingOptions {
  /** Rate-limit cost of a call, default 1; more for expensive ones (a password check, a long computation). */
  readonly weight?: number;
  /**
   * For public reads with the same response for everyone: callers with the same input share one encoded response for this long
   * (wall time). The handler must not read the call.
   */
  readonly sharedForMs?: number;
  /** The shared response is one per language: of the call the handler may read only the locale. */
  readonly sharedByLocale?: true;
  /** Placeholder values for refusals by the input's schema. */
  readonly values?: Readonly<Partial<Record<ErrorCode, RefusalValues>>>;
}

/** An operation of the contract with its handler. */
export interface Binding extends NamedOperation {
  readonly weight: number;
  readonly sharedForMs: number;
  readonly sharedByLocale: boolean;
  readonly values: Readonly<Partial<Record<ErrorCode, RefusalValues>>>;
  /** Runs the handler on input that the operation's schema has parsed. */
  answer(input: unknown, call: Call): unknown;
}

/** A handler for each of a feature's operations. */
export type HandlersOf<Exports> = {
  readonly [Name in keyof OperationsOf<Exports>]: Exports[Name] extends infer Bound extends Operation
    ? Handler<Bound> | ({ readonly handler: Handler<Bound> } & BindingOptions)
    : never;
};

/** Binds handlers to all operations of a feature: `contract` is its file in `contract/`, imported as a namespace, or its entry of `api`. */
export function bindAll<Exports extends object>(
  feature: string,
  contract: Exports,
  handlers: NoInfer<HandlersOf<Exports>>,
): readonly Binding[] {
  return operationsOf(feature, contract).map((named) => {
    const bound = (handlers as Readonly<Record<string, AnyHandler | BoundHandler>>)[named.name];
    if (bound === undefined) throw new Error(`${feature}.${named.name} has no handler`);
    return typeof bound === 'function' ? bind(named, bound, {}) : bind(named, bound.handler, bound);
  });
}

type AnyHandler = (input: never, call: Call) => unknown;
type BoundHandler = { readonly handler: AnyHandler } & BindingOptions;

function bind(
  named: NamedOperation,
  handler: AnyHandler,
  { weight, sharedForMs, sharedByLocale, values }: BindingOptions,
): Binding {
  const { access, effect, message } = named.operation;
  const isPublicRead = access === 'public' && effect === 'read' && message === undefined;
  if (sharedForMs !== undefined && !isPublicRead) {
    throw new Error(`${named.feature}.${named.name} cannot share its answers`);
  }
  return {
    ...named,
    weight: weight ?? 1,
    sharedForMs: sharedForMs ?? 0,
    sharedByLocale: sharedByLocale ?? false,
    values: values ?? {},
    answer: (input, call) => handler(input as never, call),
  };
}

/**
 * A streaming response without an envelope: server-sent events. GET; public, with the member's session if there is one, or for
 * operators alone.
 */
export interface StreamBinding {
  /** Path below `/api`. */
  readonly path: string;
  /** Of a stream for operators: who may open it. */
  readonly roles?: PermittedRoles;
  /**
   * Takes over the raw response and writes head and body. The server ends it when it drains; the handler listens to the
   * response's `close`.
   */
  open(call: StreamCall): void;
}

/** Who opened a stream for operators. */
export interface StreamingOperator extends Operator {
  /** Whether the session is still open; asking is no use of it. */
  isSignedIn(): Promise<boolean>;
}

interface StreamCall {
  readonly query: Readonly<Record<string, string>>;
  readonly session: Session | null;
  /** The operator; null in a stream that is not for operators. */
  readonly operator: StreamingOperator | null;
  readonly locale: Locale;
  readonly response: ServerResponse;
  readonly log: Log;
}

/** A file served without an envelope, to the signed-in member whose it is, or to operators. The path has `{name}` for its one field. */
export type FileBinding =
  | {
      /** Path below `/api`. */
      readonly path: string;
      /** The file, or null where the member has none of that name. */
      read(memberId: bigint, name: string): Promise<AnsweredFile | null>;
    }
  | {
      readonly path: string;
      /** Who may read it. */
      readonly roles: PermittedRoles;
      readAsOperator(operator: Operator, name: string): Promise<AnsweredFile | null>;
    }
  | {
      readonly path: string;
      /** A file of the product that anybody may read; never a member's. */
      readPublic(name: string): AnsweredFile | null;
    };

/** A file in memory, or one too large for it. */
export type AnsweredFile = { readonly type: string } & ({ readonly bytes: Buffer } | SpooledFile);
