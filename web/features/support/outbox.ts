import type { ChatMessage } from '#contract/support-schemas.ts';
import { ApiRefusal, SessionOver } from '#web/platform/api/refusal.ts';
import { createListeners } from '#web/platform/listeners.ts';

/** A message as it is sent. */
export interface OutgoingMessage {
  /** Sent again under it, a message is the same one. */
  readonly id: string;
  readonly text: string;
  readonly pin: ChatMessage['pin'];
  /** Id of the uploaded image. */
  readonly image: string | null;
}

/** A message on this phone that the server does not have yet, as far as is known. */
export interface WaitingMessage extends OutgoingMessage {
  /** Its place among the messages of the phone: they are sent in this order. */
  readonly place: number;
  readonly at: number;
  /** An image that is not uploaded yet, or whose message is not sent. */
  readonly picture: Blob | null;
  /** Why the server refused it, in its own words; null while it waits. */
  readonly problem: string | null;
  /** What those words are in any language. Earlier versions of the app neither keep nor read it. */
  readonly refusal?: Pick<ApiRefusal, 'code' | 'locale'>;
  /** Its place in the chat, once it was sent. */
  readonly position?: number;
}

/** Where messages are kept until they are sent, by account. */
export interface OutboxStore {
  load(owner: string): Promise<WaitingMessage[]>;
  put(owner: string, message: WaitingMessage): Promise<void>;
  /** Puts a message that is still there; false where it was removed meanwhile. */
  replace(owner: string, message: WaitingMessage): Promise<boolean>;
  remove(owner: string, message: WaitingMessage): Promise<void>;
}

export interface OutboxDependencies {
  readonly store: OutboxStore;
  /** Returns its place in the chat. */
  send(message: OutgoingMessage): Promise<number>;
  upload(picture: Blob): Promise<string>;
  /** Runs the work while no other page of this browser does: two pages would send in two orders. */
  exclusively(work: () => Promise<void>): Promise<void>;
  after(delayMs: number, act: () => void): () => void;
}

/** Refusals that say nothing about the message: the same one may be taken later. */
const passing: readonly string[] = ['serverBusy', 'tooManyRequests', 'internalError', 'requestInProgress'];
const retryFirstMs = 1_000;
const retryMaxMs = 30_000;
/** Sent messages that are still drawn until the chat has them. */
const sentShownMax = 50;

/** Pages of one browser may give the same place. */
const byPlace = (one: WaitingMessage, other: WaitingMessage): number =>
  one.place - other.place || (one.id < other.id ? -1 : 1);

/** Keeps written messages and sends them one after another, however often the connection is lost. */
export class Outbox {
  readonly #dependencies: OutboxDependencies;
  readonly #listeners = createListeners();
  #owner: string | null = null;
  #waiting: readonly WaitingMessage[] = [];
  #sent: readonly WaitingMessage[] = [];
  #shown: readonly WaitingMessage[] = [];
  #running = false;
  #wanted = false;
  #failures = 0;
  #lastPlace = 0;
  #cancelRetry = (): void => undefined;

  constructor(dependencies: OutboxDependencies) {
    this.#dependencies = dependencies;
  }

  /** Messages of the member on this phone, in order: those just sent, and those that wait. */
  readonly messages = (): readonly WaitingMessage[] => this.#shown;

  readonly subscribe = this.#listeners.subscribe;

  /** Sends what waits, now: the connection is back. */
  readonly flush = (): void => {
    this.#wanted = true;
    if (this.#running) return;
    this.#running = true;
    void this.#run();
  };

  /** The account whose messages are shown and sent; null while nobody is signed in. */
  async open(owner: string | null): Promise<void> {
    if (owner === this.#owner) return;
    this.#owner = owner;
    this.#sent = [];
    this.#waiting = [];
    this.#show();
    const waiting = owner === null ? [] : await this.#load(owner);
    if (owner !== this.#owner) return;
    this.#waiting = waiting;
    this.#show();
    this.flush();
  }

  async add(message: Pick<WaitingMessage, 'id' | 'text' | 'pin' | 'picture' | 'at'>): Promise<void> {
    if (this.#owner === null) return;
    const newest = this.#waiting.at(-1)?.place ?? 0;
    this.#lastPlace = Math.max(message.at, this.#lastPlace + 1, newest + 1);
    await this.#keep(this.#owner, { ...message, place: this.#lastPlace, image: null, problem: null });
    this.flush();
  }

  /** Sends a refused message again. */
  async retry(message: WaitingMessage): Promise<void> {
    if (this.#owner === null) return;
    await this.#keep(this.#owner, { ...message, problem: null });
    this.flush();
  }

  async discard(message: WaitingMessage): Promise<void> {
    if (this.#owner === null) return;
    await this.#dependencies.store.remove(this.#owner, message);
    this.#waiting = this.#without(message);
    this.#show();
  }

  async #run(): Promise<void> {
    try {
      while (this.#wanted) {
        this.#wanted = false;
        await this.#dependencies.exclusively(() => this.#sendAll());
      }
    } finally {
      this.#running = false;
    }
  }

  async #sendAll(): Promise<void> {
    for (;;) {
      const owner = this.#owner;
      if (owner === null) return;
      // Another page may have sent some of them meanwhile.
      const loaded = await this.#load(owner);
      if (owner !== this.#owner) return;
      this.#waiting = loaded;
      this.#show();
      const next = loaded.find(({ problem }) => problem === null);
      if (next === undefined || !(await this.#attempt(owner, next))) return;
    }
  }

  /** Sends one message; returns whether the next one may follow. */
  async #attempt(owner: string, message: WaitingMessage): Promise<boolean> {
    const { upload, send, store } = this.#dependencies;
    let { image } = message;
    let position: number;
    try {
      if (message.picture !== null && image === null) {
        image = await upload(message.picture);
        // Deleted by the member while it was being uploaded, here or on another page.
        if (!(await this.#replace(owner, { ...message, image }))) return true;
        // The upload took time: another account may be open by now.
        if (owner !== this.#owner) return true;
      }
      position = await send({ ...message, image });
    } catch (error) {
      return await this.#failed(owner, { ...message, image }, error);
    }
    await store.remove(owner, message);
    this.#failures = 0;
    if (owner === this.#owner) {
      this.#waiting = this.#without(message);
      this.#sent = [...this.#sent, { ...message, position }].slice(-sentShownMax);
      this.#show();
    }
    return true;
  }

  async #failed(owner: string, message: WaitingMessage, error: unknown): Promise<boolean> {
    if (error instanceof SessionOver) return false;
    if (!(error instanceof ApiRefusal) || passing.includes(error.code)) {
      this.#cancelRetry();
      const delayMs = Math.min(retryFirstMs * 2 ** this.#failures, retryMaxMs);
      this.#cancelRetry = this.#dependencies.after(delayMs, this.flush);
      this.#failures += 1;
      return false;
    }
    const { code, info, locale } = error;
    // An image that waited for more than a day was removed, and one of the same picture may have gone to something else: it is still here.
    const isLost = code === 'imageUnknown' || code === 'imageUsed';
    const isGone = isLost && message.image !== null && message.picture !== null;
    const refused = isGone ? { image: null } : { problem: info, refusal: { code, locale } };
    await this.#replace(owner, { ...message, ...refused });
    return true;
  }

  async #keep(owner: string, message: WaitingMessage): Promise<void> {
    await this.#dependencies.store.put(owner, message);
    this.#showKept(owner, message);
  }

  async #replace(owner: string, message: WaitingMessage): Promise<boolean> {
    const isThere = await this.#dependencies.store.replace(owner, message);
    if (isThere) this.#showKept(owner, message);
    return isThere;
  }

  #showKept(owner: string, message: WaitingMessage): void {
    if (owner !== this.#owner) return;
    this.#waiting = [...this.#without(message), message].sort(byPlace);
    this.#show();
  }

  async #load(owner: string): Promise<WaitingMessage[]> {
    return (await this.#dependencies.store.load(owner)).sort(byPlace);
  }

  #without({ id }: WaitingMessage): readonly WaitingMessage[] {
    return this.#waiting.filter((message) => message.id !== id);
  }

  #show(): void {
    this.#shown = [...this.#sent, ...this.#waiting];
    this.#listeners.notify();
  }
}
