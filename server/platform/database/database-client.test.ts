import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { silentLog } from '../log.ts';
import { connectionsTo } from './database-client.ts';
import { createPool } from './pool.ts';

/** A message of PostgreSQL's protocol: type, length, content. */
function message(type: string, content: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(4 + content.length);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(content, 'latin1')]);
}

test('a connection that is terminated in the packet that accepts it fails its query, not the process', async () => {
  const terminated = 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0';
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.end(Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I'), message('E', terminated)]));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `postgres://somebody@127.0.0.1:${port}/any?sslmode=disable`;
  const pool = createPool(url, silentLog);
  await expect(pool.query('select 1')).rejects.toThrow(/terminat|not queryable/i);
  await pool.end();
  // Nothing is kept of connections that have ended.
  await expect.poll(() => connectionsTo(url)).toEqual([]);
  server.close();
});
