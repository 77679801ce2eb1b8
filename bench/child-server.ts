import { type ChildProcess, spawn } from 'node:child_process';

/** A server in a process of its own. */
export interface ChildServer {
  readonly port: number;
  readonly processId: number;
  stop(): Promise<void>;
}

/** Starts a server of this repository, named from this folder, and waits for the line that names its address. */
export function startChildServer(
  file: string,
  environment: Readonly<Record<string, string>>,
  nodeOptions: readonly string[] = [],
  programArguments: readonly string[] = [],
  openFilesMax: number | null = null,
): Promise<ChildServer> {
  const limit = openFilesMax === null ? '' : `ulimit -n ${openFilesMax} && `;
  const program = [process.execPath, ...nodeOptions, new URL(file, import.meta.url).pathname, ...programArguments];
  const child = spawn('/bin/sh', ['-c', `${limit}exec "$0" "$@"`, ...program], {
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const port = Number(/is ready: http:\/\/[^:]+:(\d+)/.exec(said)?.[1]);
      if (port > 0) resolve({ port, processId: child.pid ?? 0, stop: () => stop(child) });
    });
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}: ${said}`)));
  });
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
