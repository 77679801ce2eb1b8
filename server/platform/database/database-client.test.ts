import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../log.ts';
import { connectionsTo, DatabaseClient, giveUpConnections, SilentHost } from './database-client.ts';
import { createPool } from './pool.ts';

/** A message of PostgreSQL's protocol: type, length, content. */
function message(type: string, content: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(4 + content.length);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(content, 'latin1')]);
}

const accepted = [message('R', '\0\0\0\0'), message('Z', 'I')];
const acceptedByStandby = [message('R', '\0\0\0\0'), message('S', 'in_hot_standby\0on\0'), message('Z', 'I')];

/** A server that does this with each connection when the client has begun, and answers nothing more. */
async function openServer(begin: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => begin(socket));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    cut();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, cut };
}

const urlOf = (...ports: readonly number[]): string =>
  `postgres://somebody@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/any?sslmode=disable`;

async function connect(url: string): Promise<DatabaseClient> {
  const client = new DatabaseClient({ connectionString: url });
  await client.connect();
  return client;
}

test('a connection that is terminated in the packet that accepts it fails its query, not the process', async () => {
  const terminated = 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0';
  const { port } = await openServer((socket) => socket.end(Buffer.concat([...accepted, message('E', terminated)])));
  const url = urlOf(port);
  const pool = createPool(url, silentLog);
  await expect(pool.query('select 1')).rejects.toThrow(/terminat|not queryable/i);
  await pool.end();
  // Nothing is kept of connections that have ended.
  await expect.poll(() => connectionsTo(url)).toEqual([]);
});

test('after a connection has broken, the next one goes to the server that takes writes by then', async () => {
  let primary = 'one';
  const openOf = (name: string) =>
    openServer((socket) => socket.write(Buffer.concat(name === primary ? accepted : acceptedByStandby)));
  const [one, other] = [await openOf('one'), await openOf('other')];
  const url = urlOf(one.port, other.port);
  const broken = await connect(url);
  expect(broken.port).toBe(one.port);
  primary = 'other';
  const ended = new Promise<void>((end) => broken.once('end', end));
  one.cut();
  await ended;
  expect((await connect(url)).port).toBe(other.port);
});

test('all connections to a server that is silent are given up, or all but the one that is kept', async () => {
  const { port } = await openServer((socket) => socket.write(Buffer.concat(accepted)));
  const url = urlOf(port);
  const clients = [await connect(url), await connect(url), await connect(url)];
  const outcomes = clients.map((client) => client.query('select 1').catch((error: unknown) => error));
  const kept = clients[1];
  giveUpConnections(url, 'it is silent', kept);
  await expect.poll(() => connectionsTo(url).length).toBe(1);
  expect(connectionsTo(url)[0]).toBe(kept);
  giveUpConnections(url, 'it is silent');
  await expect.poll(() => connectionsTo(url).length).toBe(0);
  expect(await Promise.all(outcomes)).toEqual(clients.map(() => expect.any(SilentHost)));
});
