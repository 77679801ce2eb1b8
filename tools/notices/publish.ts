import { resolve } from 'node:path';
import { contentProblems } from '#server/features/content/content-check.ts';
import { readTexts } from '#server/features/content/content-folder.ts';
import { publishNotice, withdrawNotice } from '#server/features/content/publish-notice.ts';
import { readProductTime } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type Bus, openBus } from '#server/platform/events/bus.ts';
import { openLog } from '#server/platform/log.ts';
import { runCommand, withDatabase } from '../command.ts';

const usage = `Publishes a notice in six languages, dated now; phones that are open show it at once.

  node tools/notices/publish.ts FOLDER             FOLDER holds en.md thai.md vnf.md tc.md zh.md jp.md
  node tools/notices/publish.ts --check FOLDER     only looks the files over
  node tools/notices/publish.ts --withdraw ID      takes a notice away again

The files are written as server/features/content/texts/README.md says. The database is that of DATABASE_URL, else the own one in DATA_DIR.
`;

async function main(words: readonly string[]): Promise<number> {
  const [first, second] = words;
  if (first === '--withdraw' && second !== undefined && words.length === 2) return withdraw(second);
  if (first === '--check' && second !== undefined && words.length === 2) return publish(second, true);
  if (first !== undefined && !first.startsWith('-') && words.length === 1) return publish(first, false);
  process.stderr.write(usage);
  return 2;
}

async function publish(folder: string, onlyCheck: boolean): Promise<number> {
  const texts = readTexts(resolve(folder));
  const problems = contentProblems({ kind: 'notice', name: folder, texts }, new Set());
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) return 1;
  if (onlyCheck) {
    console.log(`${folder} can be published.`);
    return 0;
  }
  return withBus(async ({ pool }, bus) => {
    const id = await publishNotice(pool, bus, texts, await readProductTime(pool));
    console.log(`Published as ${id}: ${texts.get('en')?.title}`);
    return 0;
  });
}

async function withdraw(id: string): Promise<number> {
  return withBus(async ({ pool }, bus) => {
    const isGone = await withdrawNotice(pool, bus, id);
    console.log(isGone ? `${id} is no longer shown.` : `There is no notice ${id} that is shown.`);
    return isGone ? 0 : 1;
  });
}

/** Notifies open phones over the bus. */
function withBus(work: (database: Database, bus: Bus) => Promise<number>): Promise<number> {
  return withDatabase('server', 2, async (database) => {
    const bus = await openBus(database.pool, database.url, openLog('warn'));
    try {
      return await work(database, bus);
    } finally {
      await bus.close();
    }
  });
}

await runCommand(main);
