import { setInterval } from 'node:timers';
import * as z from 'zod/mini';
import { operatorHeartbeat, operatorStreamPath, operatorSubjects } from '#contract/operator-events.ts';
import { operatorRoles } from '#contract/roles.ts';
import type { Bus } from '../events/bus.ts';
import { StreamConnection } from '../events/stream-connection.ts';
import type { StreamBinding } from '../http/binding.ts';
import { Refusal } from '../refusal.ts';

const change = z.object({ subject: z.enum(operatorSubjects), id: z.string() });

/** What changed for operators, and which one of it. */
export type OperatorChange = z.output<typeof change>;

export interface OperatorEvents {
  /** To the open pages of all operators, on every node. A hint alone: it may be lost, and names no content. */
  publish(changed: OperatorChange): Promise<void>;
  readonly stream: StreamBinding;
  close(): Promise<void>;
}

/** Bus topic of what changed for operators. */
export const operatorEventsTopic = 'operator events';
const connectionsMax = 500;
const bufferBytesMax = 65_536;
const heartbeatMs = 20_000;
/** An event and no comment, so that a page notices a connection that has died. */
const heartbeat = Buffer.from(`event: ${operatorHeartbeat}\ndata:\n\n`);
const opening = Buffer.from('retry: 2000\n\n');

/** To the open pages of all operators, from a process that serves none. */
export function operatorPublisher(bus: Pick<Bus, 'publish'>): Pick<OperatorEvents, 'publish'> {
  return { publish: (changed) => bus.publish(operatorEventsTopic, changed) };
}

/** The stream of the console. Its pages read what changed again by their own calls, within the rights of their role. */
export function openOperatorEvents(bus: Pick<Bus, 'publish' | 'subscribe' | 'onGap'>): OperatorEvents {
  const pages = new Set<StreamConnection>();
  const send = (changed: OperatorChange): void => {
    const frame = Buffer.from(`event: changed\ndata: ${JSON.stringify(changed)}\n\n`);
    for (const page of pages) page.send(frame);
  };
  const stopListening = bus.subscribe(operatorEventsTopic, (payload) => {
    const read = change.safeParse(payload);
    if (read.success) send(read.data);
  });
  const stopGaps = bus.onGap(() => send({ subject: 'all', id: '' }));
  const timer = setInterval(() => {
    for (const page of pages) page.beat(heartbeat);
  }, heartbeatMs);
  timer.unref();
  return {
    ...operatorPublisher(bus),
    stream: {
      path: operatorStreamPath,
      roles: operatorRoles,
      open({ response }) {
        if (pages.size >= connectionsMax) throw new Refusal('serverBusy');
        const page: StreamConnection = new StreamConnection(response, bufferBytesMax, () => pages.delete(page));
        pages.add(page);
        page.open(opening);
      },
    },
    async close() {
      clearInterval(timer);
      stopListening();
      stopGaps();
      for (const page of pages) page.end();
    },
  };
}
