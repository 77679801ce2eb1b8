import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The rival of the reads bench: node:http sends the bytes that the product at SOURCE answered once, and does nothing else. */
const source = process.env.SOURCE ?? '';
const paths = (process.env.PATHS ?? '').split(' ');
const bodies = new Map<string, Buffer>();
for (const path of paths) {
  const response = await fetch(`${source}${path}`);
  if (!response.ok) throw new Error(`${path} answers ${response.status}`);
  bodies.set(path, Buffer.from(await response.arrayBuffer()));
}
const server = createServer((request, response) => {
  const body = bodies.get(request.url ?? '');
  if (body === undefined) return void response.writeHead(404).end();
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    'cache-control': 'no-store',
  });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Clearlot is ready: http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => process.exit(0));
