import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { StreamConnection } from './stream-connection.ts';

const bytesMax = 50_000;
const frame = (bytes: number): Buffer => Buffer.alloc(bytes, 'x');

/** A page whose phone takes what was sent when the test says so. */
function openPage() {
  const sent: number[] = [];
  let taken: (() => void) | undefined;
  const socket = {
    ...{ writable: true, writableLength: 0, setNoDelay: () => undefined },
    write(bytes: Buffer, onTaken?: () => void): void {
      sent.push(bytes.length);
      socket.writableLength += bytes.length;
      taken = onTaken ?? taken;
    },
  };
  const response = Object.assign(new EventEmitter(), {
    ...{ socket, destroyed: false, writableEnded: false, write: () => true, writeHead: () => undefined },
    destroy(): void {
      this.destroyed = true;
    },
  });
  const page = new StreamConnection(response as unknown as ServerResponse, bytesMax, () => undefined);
  page.open(Buffer.from('retry: 2000\n\n'));
  const takeAll = (): void => {
    socket.writableLength = 0;
    taken?.();
  };
  return { page, response, sent, takeAll };
}

test('a page that is slow again and again, but takes all each time, is neither cut off for its events nor for its heartbeats', () => {
  const { page, response, sent, takeAll } = openPage();
  for (let round = 1; round <= 10; round += 1) {
    page.send(frame(17_000));
    page.send(frame(6_000));
    page.sendLatest('prices', frame(1_000));
    page.sendLatest('prices', frame(2_000));
    page.beat(frame(20));
    page.beat(frame(20));
    expect(response.destroyed, `round ${round}`).toBe(false);
    takeAll();
    // Its own events, then the newest of the slot.
    expect(sent.splice(0)).toEqual([17_000, 8_000]);
    takeAll();
  }
});

test('a page that takes nothing is cut off by the third heartbeat, and by a byte beyond the bound', () => {
  const silent = openPage();
  silent.page.send(frame(17_000));
  for (const isCutOff of [false, false, true]) {
    silent.page.beat(frame(20));
    expect(silent.response.destroyed).toBe(isCutOff);
  }
  const full = openPage();
  full.page.send(frame(17_000));
  full.page.send(frame(bytesMax - 18_000));
  full.page.sendLatest('prices', frame(1_000));
  expect(full.response.destroyed).toBe(false);
  full.page.sendLatest('chart', frame(1));
  expect(full.response.destroyed).toBe(true);
});
