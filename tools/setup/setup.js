// Makes a fresh clone ready, and does nothing when it is: runs before `npm start`, and with `--tests` before `npm test`, on whatever
// Node there is.
import { join, resolve } from 'node:path';
import { buildWeb } from './build-web.js';
import { installPackages } from './install-packages.js';
import { oneAtATime } from './one-at-a-time.js';
import { repairPackages } from './repair-packages.js';

const root = resolve(import.meta.dirname ?? join(new URL('.', import.meta.url).pathname), '../..');
const nodeMajorMin = 18;

try {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < nodeMajorMin)
    throw new Error(`Node ${nodeMajorMin} or newer is needed to begin with, this is ${process.version}.`);
  await oneAtATime(root, async () => {
    await installPackages(root, { forTests: process.argv.includes('--tests') });
    const node = await repairPackages(root);
    await buildWeb(root, node);
  });
} catch (error) {
  process.stderr.write(`\nClearlot could not be set up.\n${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
