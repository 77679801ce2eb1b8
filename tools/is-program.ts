import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Whether the module with this `import.meta.url` is the one that Node was started with: `import.meta.main`, which Node 24.0 and 24.1 lack. */
export function isProgram(url: string): boolean {
  const [, started] = process.argv;
  return started !== undefined && realpathSync(started) === fileURLToPath(url);
}
