import { setInterval } from 'node:timers';
import * as z from 'zod/mini';
import { operatorHeartbeat, operatorStreamPath, operatorSubjects } from '#contract/operator-events.ts';
import { operatorRoles } from '#contract/roles.ts';
import type { Bus } from '../events/bus.ts';
import { StreamConnection } from '../events/stream-connection.ts';
import type { StreamBinding, StreamingOperator } from '../http/binding.ts';
import type { Log } from '../log.ts';
import { Refusal } from '../refusal.ts';

const change = z.object({ subject: z.enum([...operatorSubjects, 'sessions']), id: z.string() });

/** What changed for operators, and which one of it. `sessions`: of the operator of that name, or of anybody; no page hears of it. */
export type OperatorChange = z.output<typeof change>;

export interface OperatorEvents {
  /** To the open pages of all operators, on every node. A hint alone: it may be lost, and names no content. */
  publish(changed: OperatorChange): Promise<void>;
  readonly stream: StreamBinding;
  close(): Promise<void>;
}

/** Bus topic of what changed for operators. */
const operatorEventsTopic = 'operator events';
const connectionsMax = 500;
/** Open pages of one operator. */
const pagesOfOperatorMax = 20;
const retrySeconds = 30;
const bufferBytesMax = 65_536;
const heartbeatMs = 20_000;
/** An event and no comment, so that a page notices a connection that has died. */
const heartbeat = Buffer.from(`event: ${operatorHeartbeat}\ndata:\n\n`);
const opening = Buffer.from('retry: 2000\n\n');

/** The stream of the console. Its pages read what changed again by their own calls, within the rights of their role. */
export function openOperatorEvents(
  bus: Pick<Bus, 'publish' | 'subscribe' | 'onGap'>,
  log: Pick<Log, 'warn'>,
  beatEveryMs: number = heartbeatMs,
): OperatorEvents {
  const pages = new Map<StreamConnection, StreamingOperator>();
  const pagesOf = (operator: string): StreamConnection[] =>
    [...pages].filter(([, one]) => one.operator === operator).map(([page]) => page);
  const send = (changed: OperatorChange): void => {
    const frame = Buffer.from(`event: changed\ndata: ${JSON.stringify(changed)}\n\n`);
    for (const page of pages.keys()) page.send(frame);
  };
  /** Ends the pages whose session is over: by its end, by its time, or with its operator. */
  const endSignedOut = async (checked: Iterable<StreamConnection>): Promise<void> => {
    for (const page of [...checked]) {
      // A database that does not answer ends nobody's page.
      const isSignedIn = await pages
        .get(page)
        ?.isSignedIn()
        .catch((error: unknown) => {
          log.warn({ err: error }, 'the session of an operator’s stream could not be read');
          return true;
        });
      if (isSignedIn === false) page.end();
    }
  };
  const stopListening = bus.subscribe(operatorEventsTopic, (payload) => {
    const read = change.safeParse(payload);
    if (!read.success) return;
    const { subject, id } = read.data;
    if (subject === 'sessions') void endSignedOut(id === '' ? pages.keys() : pagesOf(id));
    else send(read.data);
  });
  const stopGaps = bus.onGap(() => send({ subject: 'all', id: '' }));
  const timer = setInterval(() => {
    for (const page of pages.keys()) page.beat(heartbeat);
    void endSignedOut(pages.keys());
  }, beatEveryMs);
  timer.unref();
  return {
    publish: (changed) => bus.publish(operatorEventsTopic, changed),
    stream: {
      path: operatorStreamPath,
      roles: operatorRoles,
      open({ response, operator }) {
        if (operator === null) throw new Error('a stream for operators was opened by nobody');
        if (pages.size >= connectionsMax) throw new Refusal('serverBusy');
        if (pagesOf(operator.operator).length >= pagesOfOperatorMax) {
          throw new Refusal('tooManyRequests', { seconds: retrySeconds });
        }
        const page: StreamConnection = new StreamConnection(response, bufferBytesMax, () => pages.delete(page));
        pages.set(page, operator);
        page.open(opening);
      },
    },
    async close() {
      clearInterval(timer);
      stopListening();
      stopGaps();
      for (const page of pages.keys()) page.end();
    },
  };
}
