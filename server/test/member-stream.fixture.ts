import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Phone } from './phone.fixture.ts';

export interface StreamedEvent {
  readonly name: string;
  readonly data: unknown;
  /** Last event id when it came, empty before there was one. */
  readonly id: string;
}

export interface MemberStream {
  readonly events: readonly StreamedEvent[];
  /** Id that a page would reconnect with. */
  lastId(): string;
  names(): string[];
  /** Whether the node has closed it. */
  hasEnded(): boolean;
  stop(): void;
}

/** Opens the event stream as a page of the signed-in member; `after` as a page that comes back. Resolves once it is caught up. */
export async function openStream(address: string, phone: Phone, after?: string): Promise<MemberStream> {
  const events: StreamedEvent[] = [];
  let text = '';
  let id = '';
  let hasEnded = false;
  const query = after === undefined ? '' : `?after=${after}`;
  const request = get(`${address}/api/stream${query}`, { headers: { cookie: phone.cookie } }, (response) => {
    response.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const frames = text.split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) take(frame);
    });
    response.on('error', () => undefined);
    response.on('close', () => {
      hasEnded = true;
    });
  });
  request.on('error', () => undefined);

  function take(frame: string): void {
    const fields = new Map(
      frame.split('\n').map((line): [string, string] => {
        const colon = line.indexOf(': ');
        return [line.slice(0, colon), line.slice(colon + 2)];
      }),
    );
    id = fields.get('id') ?? id;
    const name = fields.get('event');
    if (name !== undefined) events.push({ name, data: JSON.parse(fields.get('data') ?? ''), id });
  }

  for (let look = 0; id === '' && look < 2_400; look += 1) await wait(25);
  return {
    events,
    lastId: () => id,
    names: () => events.map(({ name }) => name),
    hasEnded: () => hasEnded,
    stop: () => void request.destroy(),
  };
}
