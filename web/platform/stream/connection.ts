/** `behind`: nothing has come for a while, so whoever shows live figures polls and says so. */
export type StreamState = 'connecting' | 'live' | 'behind';

/** What a connection needs of the browser; the tests bring their own. */
export interface ConnectionDependencies {
  open(address: string): EventSource;
  /** Calls `act` after the delay, unless the returned function is called before. */
  after(delayMs: number, act: () => void): () => void;
}

interface ConnectionListener {
  readonly eventNames: readonly string[];
  address(): string;
  onEvent(name: string, text: string): void;
  onState(): void;
}

export interface Connection {
  /**
   * Connects, or connects anew, once whatever runs now has finished: several wishes share one connection. Where the old one may
   * have been lost unseen (`isLost`), it counts as live again only when the new one is.
   */
  connectSoon(isLost?: boolean): void;
  disconnect(): void;
  readonly state: StreamState;
  /** Whether it is connected, connecting, or waiting for the next attempt. */
  readonly active: boolean;
}

const behindAfterMs = 6000;
const reconnectFirstMs = 1000;
const reconnectMostMs = 30_000;
/** Prices move every second; a connection that says nothing for so long may have no other end any more. */
const quietMostMs = 45_000;

/** An EventSource that comes back after every kind of failure, with growing pauses, and knows whether it is live. */
export function createConnection(dependencies: ConnectionDependencies, listener: ConnectionListener): Connection {
  let source: EventSource | null = null;
  let state: StreamState = 'connecting';
  let active = false;
  let failures = 0;
  let cancelAttempt = () => {};
  let cancelBehind = () => {};
  let cancelQuiet = () => {};

  function enter(next: StreamState): void {
    cancelBehind();
    if (next === 'connecting') cancelBehind = dependencies.after(behindAfterMs, () => enter('behind'));
    if (state === next) return;
    state = next;
    listener.onState();
  }

  function heard(): void {
    cancelQuiet();
    cancelQuiet = dependencies.after(quietMostMs, () => {
      enter('connecting');
      attempt();
    });
  }

  function close(): void {
    cancelAttempt();
    cancelQuiet();
    source?.close();
    source = null;
  }

  function attemptAfter(delayMs: number): void {
    cancelAttempt();
    cancelAttempt = dependencies.after(delayMs, attempt);
  }

  function attempt(): void {
    close();
    const opened = dependencies.open(listener.address());
    source = opened;
    opened.onopen = () => {
      failures = 0;
      heard();
      enter('live');
    };
    opened.onerror = () => {
      if (source !== opened) return;
      close();
      if (state === 'live') enter('connecting');
      attemptAfter(Math.min(reconnectFirstMs * 2 ** failures, reconnectMostMs));
      failures += 1;
    };
    for (const name of listener.eventNames) {
      opened.addEventListener(name, (event) => {
        heard();
        listener.onEvent(name, (event as MessageEvent<string>).data);
      });
    }
  }

  return {
    connectSoon(isLost = false) {
      if (!active || (isLost && state === 'live')) enter('connecting');
      active = true;
      failures = 0;
      attemptAfter(0);
    },
    disconnect() {
      active = false;
      close();
      enter('connecting');
      cancelBehind();
    },
    get state() {
      return state;
    },
    get active() {
      return active;
    },
  };
}
