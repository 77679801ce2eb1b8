import type { WorkerInput } from './replay-in-worker.ts';

/** What a page made of workers. */
export interface WorkersOfPage {
  readonly made: { isEnded: boolean; readonly received: WorkerInput[] }[];
  /** What a worker answers with instead of its code, or throws. */
  answerBy: ((input: WorkerInput) => unknown) | null;
}

let count = 0;

/** Takes the place of `Worker`: the worker's own code, one instance each, in this thread. */
export function workersOfPage(): { readonly Worker: new () => object; readonly workers: WorkersOfPage } {
  const workers: WorkersOfPage = { made: [], answerBy: null };
  class InThread extends EventTarget {
    readonly #state = { isEnded: false, received: [] as WorkerInput[] };
    #listener: Promise<(event: MessageEvent<WorkerInput>) => void> | undefined;
    #turn: Promise<unknown> = Promise.resolve();

    constructor() {
      super();
      workers.made.push(this.#state);
    }

    async postMessage(data: WorkerInput): Promise<void> {
      this.#state.received.push(data);
      const answer = (given: unknown) => this.dispatchEvent(new MessageEvent('message', { data: given }));
      if (workers.answerBy) {
        try {
          answer(workers.answerBy(data));
        } catch (error) {
          this.dispatchEvent(Object.assign(new Event('error'), { message: (error as Error).message }));
        }
        return;
      }
      this.#listener ??= listenerOfWorker(++count);
      const listener = await this.#listener;
      const work = async () => await listener(new MessageEvent('message', { data }));
      // One after another: the end of one takes the global away from the next.
      this.#turn = this.#turn.then(() => withGlobal('postMessage', answer, work));
      await this.#turn;
    }

    terminate(): void {
      this.#state.isEnded = true;
    }
  }
  return { Worker: InThread, workers };
}

/** The code of the worker is run anew for each one: it remembers what it was sent. */
async function listenerOfWorker(number: number): Promise<(event: MessageEvent<WorkerInput>) => void> {
  let added: ((event: MessageEvent<WorkerInput>) => void) | undefined;
  const add = (_name: string, listener: typeof added) => {
    added = listener;
  };
  await withGlobal('addEventListener', add, () => import(/* @vite-ignore */ `./replay-worker.ts?of-page=${number}`));
  if (!added) throw new Error('the worker listens to nothing');
  return added;
}

async function withGlobal(name: string, value: unknown, act: () => Promise<unknown>): Promise<void> {
  const before = Object.getOwnPropertyDescriptor(globalThis, name);
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  try {
    await act();
  } finally {
    if (before) Object.defineProperty(globalThis, name, before);
    else Reflect.deleteProperty(globalThis, name);
  }
}
