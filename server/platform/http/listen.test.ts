import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { listen } from './listen.ts';

/** More than one for each socket that listens, whichever the system chooses. */
const callers = 64;

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

const portOf = (address: string) => Number(new URL(address).port);

async function textOf(socket: Socket): Promise<string> {
  let text = '';
  for await (const part of socket) text += part;
  return text;
}

test('requests in progress are finished on every connection when it closes, idle ones are closed, and no more are accepted', async () => {
  const server = fastify();
  const running: { readonly accepted: unknown; readonly finish: () => void }[] = [];
  server.get('/at-once', () => 'answered');
  server.get('/', async ({ socket }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    running.push({ accepted: 'server' in socket && socket.server, finish: resolve });
    await promise;
    return 'answered';
  });
  const { address, close } = await listen(server, '127.0.0.1', 0);
  const port = portOf(address);
  const asking = await Promise.all(Array.from({ length: callers }, () => open(port)));
  const idle = await Promise.all(Array.from({ length: callers }, () => open(port)));
  for (const socket of idle) socket.write('GET /at-once HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
  await Promise.all(idle.map((socket) => once(socket, 'readable')));
  for (const socket of asking) socket.write('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
  await expect.poll(() => running.length).toBe(callers);
  const answers = asking.map(textOf);
  let isClosed = false;
  const closing = close().then(() => {
    isClosed = true;
  });
  await Promise.all(idle.map(textOf));
  await expect(open(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  // The server itself waits for what its own socket accepted; where there are others, the last request came by one of them.
  const last = running.find(({ accepted }) => accepted !== server.server) ?? running[0];
  for (const request of running) if (request !== last) request.finish();
  let ended = 0;
  for (const answer of answers) void answer.then(() => ended++);
  await expect.poll(() => ended).toBe(callers - 1);
  const looks = vi.spyOn(server.server, 'closeIdleConnections');
  await expect.poll(() => isClosed || looks.mock.calls.length > 3).toBe(true);
  expect(isClosed).toBe(false);
  last?.finish();
  await closing;
  const texts = await Promise.all(answers);
  expect(texts.filter((text) => /^HTTP\/1\.1 200 [\s\S]*answered$/.test(text))).toHaveLength(callers);
});

test('a port on which something listens is refused', async () => {
  const one = await listen(fastify(), '127.0.0.1', 0);
  const other = fastify();
  await expect(listen(other, '127.0.0.1', portOf(one.address))).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await other.close();
  await one.close();
});
