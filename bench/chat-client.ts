import { Agent, get, type IncomingMessage, request } from 'node:http';

/** Calls by one cookie over a connection of its own. Any answer but 200 throws. */
export function callOver(port: number, cookie: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  const options = { port, host: '127.0.0.1', agent, headers: { cookie, 'x-clearlot': '1' } };
  return {
    get: (path: string): Promise<string> =>
      new Promise((resolve, reject) => {
        get({ ...options, path }, (response) => resolve(textOf(response))).on('error', reject);
      }),
    post: (path: string, form: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const headers = { ...options.headers, 'content-type': 'application/x-www-form-urlencoded' };
        request({ ...options, headers, path, method: 'POST' }, (response) => resolve(textOf(response)))
          .on('error', reject)
          .end(form);
      }),
    close: () => agent.destroy(),
  };
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  if (response.statusCode !== 200) throw new Error(`refused: ${response.statusCode} ${text}`);
  return text;
}

interface Events {
  readonly path: string;
  readonly cookie: string;
  /** Name of the event that is waited for. */
  readonly name: string;
}

/** An open event stream. `next` resolves with the next event of that name. */
export async function openEvents(port: number, events: Events): Promise<{ next(): Promise<void>; close(): void }> {
  let arrived = (): void => undefined;
  const { close } = await hearEvents(port, events, () => arrived());
  return {
    next: () =>
      new Promise((resolve) => {
        arrived = resolve;
      }),
    close,
  };
}

/** Calls `hear` with the data of each event of that name, until it is closed. */
export async function hearEvents(
  port: number,
  { path, cookie, name }: Events,
  hear: (data: string) => void,
): Promise<{ close(): void }> {
  const stream = get({ port, host: '127.0.0.1', path, headers: { cookie } });
  let rest = '';
  await new Promise<void>((opened, failed) => {
    stream.on('error', failed);
    stream.on('response', (response) => {
      if (response.statusCode !== 200) failed(new Error(`the stream ${path} was refused: ${response.statusCode}`));
      response.setEncoding('utf8').on('data', (text: string) => {
        opened();
        const whole = (rest + text).split('\n\n');
        rest = whole.pop() ?? '';
        for (const event of whole) {
          if (event.includes(`event: ${name}\n`)) hear(/^data: (.*)$/m.exec(event)?.[1] ?? '');
        }
      });
    });
  });
  return { close: () => stream.destroy() };
}
