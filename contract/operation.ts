import * as z from 'zod/mini';
import type { ErrorCode, MessageCode } from './errors.ts';
import type { PermittedRoles } from './roles.ts';

/** Who may call: anybody, a signed-in member, or an operator of one of these roles. */
export type Access = 'public' | 'member' | { readonly role: PermittedRoles };

/**
 * How a call may change something: not at all; changing state (needs the custom header and a same-site origin, whatever
 * its HTTP method); or moving money (the same, and an idempotency key).
 */
type Effect = 'read' | 'write' | 'money';

/**
 * That a call asks the owner for the login password anew, with the second factor where one is set up, and which field of the input
 * carries the password. The session gets a new token with it.
 */
interface Reauthentication {
  readonly field: 'login' | 'password' | 'oldpassword';
  /** Each time; or only for the first withdrawal password, another real name, or an address that was never withdrawn to. */
  readonly when: 'always' | 'firstWithdrawalPassword' | 'newRealName' | 'newAddress';
}

/** Below this path are the operations for operators, and no other: their cookie counts there, and the member's does not. */
const operatorPath = '/operator/';

/** Whether an operation is for operators, their sign-in included. */
export const isForOperators = ({ path }: Pick<Operation, 'path'>): boolean => path.startsWith(operatorPath);

type InputSchema = z.ZodMiniType<object, Record<string, unknown>>;

/**
 * One call of the API, as a value: the server binds a handler to it, the web calls it, the OpenAPI document describes it. Its
 * name is that of the export, its feature the one that `api.ts` lists the file under.
 */
export interface Operation<Input extends InputSchema = InputSchema, Output extends z.ZodMiniType = z.ZodMiniType> {
  /** One sentence for the reference page. The built web app does without. */
  readonly summary: string;
  readonly method: 'GET' | 'POST';
  /** Path below `/api`; `{name}` is a field of the input that is part of the path. Matched without regard to letter case. */
  readonly path: string;
  readonly access: Access;
  readonly effect: Effect;
  /** Where it asks for the login password anew. The built web app does without. */
  readonly reauthentication?: Reauthentication;
  /**
   * Path, query and body fields as one flat object. On the wire every field is a string; decoding gives the domain's
   * values. An issue's message is an error code where the field has its own (see `fields.ts`).
   */
  readonly input: Input;
  /** Where the call sends a file: the name of its part in the multipart body, the only one, and the most bytes of it. */
  readonly upload?: { readonly part: string; readonly bytesMax: number };
  /** Wire shape and domain shape of the answer, as a codec where they differ. */
  readonly output: Output;
  /** The envelope's field that carries the output; the other carries the message, or an empty string. */
  readonly answerIn: 'url' | 'info';
  /** What `info` says on success when the answer is in `url`. */
  readonly message?: MessageCode;
  /** `status` of a success where the specification reads a number; else `true`. */
  readonly successStatus?: 1;
  /** The refusals of this operation, beside the common ones. The built web app does without. */
  readonly errors: readonly ErrorCode[];
}

const noInput = z.strictObject({});

/** What most operations have, and need not say. */
type Usual = 'input' | 'answerIn' | 'errors';

/** Declares an operation: without fields, with its answer in `url` and no refusals of its own, where it does not say otherwise. */
/* @__NO_SIDE_EFFECTS__: a page loads the operations that it calls. */
export function operation<Output extends z.ZodMiniType, Input extends InputSchema = typeof noInput>(
  declared: Omit<Operation<Input, Output>, Usual> & Partial<Pick<Operation<Input, Output>, Usual>>,
): Operation<Input, Output> {
  return { input: noInput, answerIn: 'url', errors: [], ...declared } as Operation<Input, Output>;
}

/** What a handler receives and a caller gives, in the domain's types. */
export type InputOf<O extends Pick<Operation, 'input'>> = z.output<O['input']>;

/** What a handler gives and a caller receives, in the domain's types. */
export type OutputOf<O extends Operation> = z.output<O['output']>;

/** The operations among a feature's exports, by their names. */
export type OperationsOf<Exports> = {
  [Name in keyof Exports as Exports[Name] extends Operation ? Name : never]: Exports[Name];
};

/** An operation with the names that the server, the logs and the reference page call it by. */
export interface NamedOperation {
  readonly feature: string;
  readonly name: string;
  readonly operation: Operation;
}

/** The operations among a feature's exports. */
export function operationsOf(feature: string, exports: object): readonly NamedOperation[] {
  return Object.entries(exports).flatMap(([name, value]) =>
    isOperation(value) ? [{ feature, name, operation: value }] : [],
  );
}

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'path' in value && 'effect' in value;
}
