import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';

export interface StepResult {
  readonly isFine: boolean;
  /** The problem, where the exit code does not show it. */
  readonly reason: string | null;
  readonly seconds: number;
}

/** Runs a command of the packages with its output shown; at `endsAtMs`, and after its end, the whole process group is killed. */
export function runStep(
  root: string,
  [program = '', ...rest]: readonly string[],
  endsAtMs: number,
  environment: Readonly<Record<string, string>>,
): Promise<StepResult> {
  const beganMs = Date.now();
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter);
  return new Promise((answer) => {
    const child = spawn(program, rest, {
      cwd: root,
      env: { ...process.env, ...environment, PATH: path },
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    });
    let reason: string | null = null;
    const endAll = (signal: NodeJS.Signals): void => {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, signal);
      } catch {
        // Every process of the group has ended.
      }
    };
    const timer = setTimeout(() => {
      reason = `not finished after ${Math.round((Date.now() - beganMs) / 60_000)} min`;
      endAll('SIGTERM');
      // The journeys' runner takes up to 20 s to end the server that it started.
      setTimeout(() => endAll('SIGKILL'), 45_000).unref();
    }, endsAtMs - beganMs);
    const forward = (signal: NodeJS.Signals): void => endAll(signal);
    process.once('SIGINT', forward).once('SIGTERM', forward);
    const finish = (isFine: boolean): void => {
      clearTimeout(timer);
      process.off('SIGINT', forward).off('SIGTERM', forward);
      answer({ isFine, reason, seconds: Math.round((Date.now() - beganMs) / 1_000) });
    };
    child.once('error', (error) => {
      reason = error.message;
      finish(false);
    });
    child.once('close', (code) => {
      // What a runner left behind would keep the output open for a reader that waits for its end.
      endAll('SIGKILL');
      finish(code === 0);
    });
  });
}
