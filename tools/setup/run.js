import { spawn } from 'node:child_process';

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

const heartbeatMs = 10_000;
const keptCharacters = 20_000;

/**
 * Runs a command with streamed output; returns its exit code and the end of that output.
 * @param {string[]} command
 * @param {string[]} rest
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, heartbeat?: string }} options
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, rest, { cwd, env = process.env, heartbeat }) {
  const [file = '', ...first] = command;
  const beganMs = Date.now();
  return new Promise((answer) => {
    const child = spawn(file, [...first, ...rest], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let output = '';
    /** @param {Buffer} chunk */
    const keep = (chunk) => {
      output = (output + chunk).slice(-keptCharacters);
      process.stdout.write(chunk);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const timer = setInterval(() => {
      if (heartbeat) say(`  ${heartbeat}, ${Math.round((Date.now() - beganMs) / 1_000)} s`);
    }, heartbeatMs);
    child.once('error', (error) => {
      clearInterval(timer);
      answer({ code: 127, output: `${output}\n${error.message}` });
    });
    child.once('close', (code) => {
      clearInterval(timer);
      answer({ code: code ?? 1, output });
    });
  });
}
