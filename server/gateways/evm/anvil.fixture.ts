import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

export interface AnvilOptions {
  readonly chainId?: number;
  /** 0 for any free one. */
  readonly port?: number;
  /** Block interval in seconds; without it, blocks are mined on request. */
  readonly blockSeconds?: number;
}

export interface Anvil {
  readonly url: string;
  stop(): Promise<void>;
}

const startWithinMs = 90_000;

/** Starts a local development chain, which is killed with this process at the latest. */
export async function startAnvil({ chainId = 31_337, port = 0, blockSeconds }: AnvilOptions = {}): Promise<Anvil> {
  const mining = blockSeconds === undefined ? ['--no-mining'] : ['--block-time', String(blockSeconds)];
  const child = spawn(
    anvilProgram(),
    ['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId), '--accounts', '2', ...mining],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const endWithUs = () => void child.kill('SIGKILL');
  process.once('exit', endWithUs);
  const url = `http://127.0.0.1:${await listeningPort(child)}`;
  return {
    url,
    async stop() {
      process.off('exit', endWithUs);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The binary itself, not its wrapper script, so that killing it ends the chain. */
function anvilProgram(): string {
  const [system, processor] = [process.platform, process.arch === 'x64' ? 'amd64' : process.arch];
  const wrapper = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json');
  const manifest = createRequire(wrapper).resolve(`@foundry-rs/anvil-${system}-${processor}/package.json`);
  return manifest.replace(/package\.json$/, system === 'win32' ? 'bin/anvil.exe' : 'bin/anvil');
}

async function listeningPort(child: ChildProcess): Promise<number> {
  const { stdout } = child;
  if (!stdout) throw new Error('anvil has no output');
  const lines = createInterface({ input: stdout });
  const patience = setTimeout(() => child.kill('SIGKILL'), startWithinMs);
  try {
    for await (const line of lines) {
      const port = /Listening on 127\.0\.0\.1:(\d+)/.exec(line)?.[1];
      if (port !== undefined) return Number(port);
    }
    throw new Error('anvil did not start. Is its port taken?');
  } finally {
    clearTimeout(patience);
    // A full pipe would block it.
    stdout.resume();
  }
}
