import { createStream } from './stream.ts';

/** Fake EventSources and timers. */
export function fakeBrowser() {
  const sources: FakeSource[] = [];
  let timers: { readonly at: number; readonly act: () => void }[] = [];
  let now = 0;
  class FakeSource extends EventTarget {
    onopen: (() => void) | null = null;
    onerror: (() => void) | null = null;
    closed = false;
    readonly address: string;
    constructor(address: string) {
      super();
      this.address = address;
    }
    close() {
      this.closed = true;
    }
    say(name: string, value: unknown, lastEventId = '') {
      const data = typeof value === 'string' ? value : JSON.stringify(value);
      this.dispatchEvent(new MessageEvent(name, { data, lastEventId }));
    }
  }
  const stream = createStream({
    open: (address) => {
      const source = new FakeSource(address);
      sources.push(source);
      return source as unknown as EventSource;
    },
    after: (delayMs, act) => {
      const timer = { at: now + delayMs, act };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
  });
  return {
    stream,
    sources,
    last: () => {
      const source = sources.at(-1);
      if (source === undefined) throw new Error('nothing was opened');
      return source;
    },
    pass(spanMs: number) {
      const until = now + spanMs;
      for (let rounds = 0; rounds < 1000; rounds += 1) {
        const due = timers.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)[0];
        if (due === undefined) break;
        timers = timers.filter((each) => each !== due);
        now = due.at;
        due.act();
      }
      now = until;
    },
  };
}
