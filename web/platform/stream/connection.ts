/** `behind`: no event for a while, so live figures are polled and marked. */
export type StreamState = 'connecting' | 'live' | 'behind';

/** Collaborators; tests pass their own. */
export interface ConnectionDependencies {
  open(address: string): EventSource;
  /** Calls `act` after the delay; returns a function that cancels it. */
  after(delayMs: number, act: () => void): () => void;
}

interface ConnectionListener {
  readonly eventNames: readonly string[];
  address(): string;
  /** `id` is the last one that the server set, empty before. */
  onEvent(name: string, text: string, id: string): void;
  onState(): void;
}

const behindAfterMs = 6000;
const reconnectFirstMs = 1000;
const reconnectMaxMs = 30_000;
/** Prices come every second: a connection silent for this long is taken for dead. */
const silenceMaxMs = 45_000;

/** An EventSource with reconnection, exponential backoff and a liveness timeout. */
export function createConnection(dependencies: ConnectionDependencies, listener: ConnectionListener) {
  let source: EventSource | null = null;
  let state: StreamState = 'connecting';
  let active = false;
  let failures = 0;
  let cancelAttempt = () => {};
  let cancelBehind = () => {};
  let cancelSilenceTimer = () => {};

  function expectEvents(): void {
    cancelBehind();
    cancelBehind = dependencies.after(behindAfterMs, () => enter('behind'));
  }

  function enter(next: StreamState): void {
    cancelBehind();
    if (next === 'connecting') expectEvents();
    if (state === next) return;
    state = next;
    listener.onState();
  }

  function restartSilenceTimer(): void {
    cancelSilenceTimer();
    cancelSilenceTimer = dependencies.after(silenceMaxMs, () => {
      if (state === 'live') enter('connecting');
      attempt();
    });
  }

  function close(): void {
    cancelAttempt();
    cancelSilenceTimer();
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
    restartSilenceTimer();
    // It took the place of a live one, for another chart: without a network it neither opens nor fails for minutes.
    if (state === 'live') expectEvents();
    opened.onopen = () => {
      failures = 0;
      restartSilenceTimer();
      enter('live');
    };
    opened.onerror = () => {
      if (source !== opened) return;
      close();
      if (state === 'live') enter('connecting');
      attemptAfter(Math.min(reconnectFirstMs * 2 ** failures, reconnectMaxMs));
      failures += 1;
    };
    for (const name of listener.eventNames) {
      opened.addEventListener(name, (event) => {
        restartSilenceTimer();
        const { data, lastEventId } = event as MessageEvent<string>;
        listener.onEvent(name, data, lastEventId);
      });
    }
  }

  return {
    /**
     * Connects or reconnects after the current task, so that several requests share one connection. With `isLost` (the old connection may
     * be dead) it counts as live only once the new one is.
     */
    connectSoon(isLost = false): void {
      if (!active || (isLost && state === 'live')) enter('connecting');
      active = true;
      failures = 0;
      attemptAfter(0);
    },
    disconnect(): void {
      active = false;
      close();
      enter('connecting');
      cancelBehind();
    },
    get state() {
      return state;
    },
    /** Connected, connecting, or waiting to retry. */
    get active() {
      return active;
    },
  };
}
