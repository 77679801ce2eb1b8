import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  idempotencyHeader,
  idempotencyKeyPattern,
  unattendedHeader,
  unattendedHeaderValue,
} from '#contract/envelope.ts';
import { type Locale, localeHeader } from '#contract/locale.ts';
import type { Operation } from '#contract/operation.ts';
import type { Log } from '../log.ts';
import { networkOf } from '../network.ts';
import { Refusal } from '../refusal.ts';
import type { SecurityLog } from '../security-log.ts';
import { type Actor, isOperator, type Operator, type Session, type SessionLookup } from '../session.ts';
import type { Call, CallCookies } from './binding.ts';
import { cookiesOf } from './cookies.ts';
import { chooseLocale } from './locale.ts';
import { readUpload } from './upload.ts';

export interface CallDependencies {
  readonly log: Log;
  readonly securityLog: SecurityLog;
  /** Public origin of the app; undefined if not configured. */
  readonly publicOrigin: string | undefined;
}

/** One API call. Expensive or rarely needed values are computed lazily. */
export class ApiCall implements Call {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #dependencies: CallDependencies;
  #actor: Actor | null = null;
  #hasExpired = false;
  #locale: Locale | undefined;
  #cookies: CallCookies | undefined;
  #log: Log | undefined;
  #idempotencyKey: string | null = null;
  #upload: Buffer | null = null;

  constructor(request: FastifyRequest, reply: FastifyReply, dependencies: CallDependencies) {
    this.#request = request;
    this.#reply = reply;
    this.#dependencies = dependencies;
  }

  /** The signed-in actor, or null. */
  get actor(): Actor | null {
    return this.#actor;
  }

  get session(): Session | null {
    return this.#actor === null || isOperator(this.#actor) ? null : this.#actor;
  }

  get member(): Session {
    if (this.session === null) throw new Error('the member of a call without a member was asked for');
    return this.session;
  }

  get operator(): Operator {
    if (this.#actor === null || !isOperator(this.#actor)) {
      throw new Error('the operator of a call without an operator was asked for');
    }
    return this.#actor;
  }

  get locale(): Locale {
    const { headers } = this.#request;
    this.#locale ??= chooseLocale(headerOf(headers[localeHeader]), this.#actor?.locale, headers['accept-language']);
    return this.#locale;
  }

  /** The member's; UTC for visitors and operators. */
  get timeZone(): string {
    return this.#actor === null || isOperator(this.#actor) ? 'UTC' : this.#actor.timeZone;
  }

  get idempotencyKey(): string | null {
    return this.#idempotencyKey;
  }

  get address(): string {
    return this.#request.ip;
  }

  /** The caller's network, the key of rate limits. */
  get network(): string {
    return networkOf(this.address);
  }

  get origin(): string {
    return `${this.#request.protocol}://${this.#request.host}`;
  }

  get userAgent(): string {
    return this.#request.headers['user-agent'] ?? '';
  }

  get cookies(): CallCookies {
    this.#cookies ??= cookiesOf(this.#request, this.#reply, this.#isSecure);
    return this.#cookies;
  }

  clearCache(): void {
    this.#reply.header('clear-site-data', '"cache"');
  }

  /** By the public origin: TLS may end at a proxy. */
  get #isSecure(): boolean {
    return this.#dependencies.publicOrigin?.startsWith('https:') || this.#request.protocol === 'https';
  }

  get upload(): Buffer {
    if (this.#upload === null) throw new Error('the file of a call that takes none was asked for');
    return this.#upload;
  }

  get log(): Log {
    this.#log ??= this.#dependencies.log.child({ requestId: this.#request.id });
    return this.#log;
  }

  /** Whether the caller's session has ended or expired. */
  get hasExpired(): boolean {
    return this.#hasExpired;
  }

  /** The session's token in that cookie. */
  tokenOf(cookieName: string): string | null {
    if (this.#request.headers.cookie === undefined) return null;
    return this.cookies.read(cookieName) || null;
  }

  /** Resolves the session of that cookie. `beforeLookup` may refuse before a database query. */
  async identify(sessions: SessionLookup, cookieName: string, beforeLookup?: () => void): Promise<void> {
    const token = this.tokenOf(cookieName);
    if (token === null) return;
    let found = sessions.peek(token);
    if (found === undefined) {
      beforeLookup?.();
      found = await sessions.find(token, this.#request.headers[unattendedHeader] !== unattendedHeaderValue);
    }
    if (found === 'expired') this.#hasExpired = true;
    else if (found !== 'none') this.#actor = found;
  }

  /** Receives the uploaded file. */
  async readUpload(upload: NonNullable<Operation['upload']>): Promise<void> {
    this.#upload = await readUpload(this.#request, upload);
  }

  /** Reads the caller's idempotency key, if any. */
  readIdempotencyKey(): void {
    const given = headerOf(this.#request.headers[idempotencyHeader]);
    if (given === undefined) return;
    if (!idempotencyKeyPattern.test(given)) throw new Refusal('idempotencyKeyInvalid');
    this.#idempotencyKey = given;
  }
}

function headerOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value;
}
