import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';

export interface StepResult {
  readonly isFine: boolean;
  /** The problem, where the exit code does not show it. */
  readonly reason: string | null;
  readonly seconds: number;
}

/** Runs a command of the packages with its output shown; on timeout the whole process group is killed. */
export function runStep(
  root: string,
  [program = '', ...rest]: readonly string[],
  withinMs: number,
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
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, signal);
    };
    const timer = setTimeout(() => {
      reason = `not finished after ${withinMs / 60_000} min`;
      endAll('SIGTERM');
      setTimeout(() => endAll('SIGKILL'), 10_000).unref();
    }, withinMs);
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
    child.once('close', (code) => finish(code === 0));
  });
}
