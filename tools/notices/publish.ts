import { resolve } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import type { EditedKind } from '#contract/content-operators.ts';
import { operatorPattern, operatorReasonPattern } from '#contract/operator-fields.ts';
import { permissions } from '#contract/roles.ts';
import { contentProblems } from '#server/features/content/content-check.ts';
import { readTexts } from '#server/features/content/content-folder.ts';
import type { ContentTables } from '#server/features/content/content-tables.ts';
import { lockContent, publishTexts, withdrawText } from '#server/features/content/publish-texts.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { runCommand } from '../command.ts';
import { requireOperator, withOperatorTools } from '../operator/operator-tools.ts';

const usage = `Publishes a notice in six languages, dated now; phones that are open show it at once. The console does the same at /operator/content.

  node tools/notices/publish.ts FOLDER --operator NAME --reason TEXT          FOLDER holds en.md thai.md vnf.md tc.md zh.md jp.md
  node tools/notices/publish.ts --withdraw ID --operator NAME --reason TEXT   takes a notice away again
  node tools/notices/publish.ts --check FOLDER                                only looks the files over

NAME is an operator's (npm run operator) whose role may publish; the act stands in the log with its reason, of 3 to 200 characters. The files
are written as server/features/content/texts/README.md says. The database is that of DATABASE_URL, else the own one in DATA_DIR.
`;

const kind: EditedKind = 'notice';

interface Act {
  readonly operator: string;
  readonly reason: string;
}

async function main(words: readonly string[]): Promise<number> {
  const [first, second, ...rest] = words;
  if (first === '--check' && second !== undefined && rest.length === 0) return check(second) ? 0 : 1;
  const act = actOf(first === '--withdraw' ? rest : words.slice(1));
  if (first === '--withdraw' && second !== undefined && act) return withdraw(second, act);
  if (first !== undefined && !first.startsWith('-') && act) return publish(first, act);
  process.stderr.write(usage);
  return 2;
}

function actOf([operatorFlag, operator, reasonFlag, reason, ...surplus]: readonly string[]): Act | null {
  if (operatorFlag !== '--operator' || reasonFlag !== '--reason' || surplus.length > 0) return null;
  if (operator === undefined || !operatorPattern.test(operator)) return null;
  return reason !== undefined && operatorReasonPattern.test(reason) ? { operator, reason } : null;
}

/** Whether the files can be published; says what cannot. */
function check(folder: string, isAlone = true): boolean {
  const problems = contentProblems({ kind, name: folder, texts: readTexts(resolve(folder)) }, new Set());
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length === 0 && isAlone) console.log(`${folder} can be published.`);
  return problems.length === 0;
}

async function publish(folder: string, { operator, reason }: Act): Promise<number> {
  if (!check(folder, false)) return 1;
  const written = readTexts(resolve(folder));
  const texts = Object.fromEntries(Array.from(written, ([locale, { title, body }]) => [locale, { title, body }]));
  return withOperatorTools(async ({ pool, clock }) => {
    const by = await requireOperator(pool, operator, permissions.editContent);
    const tables = new Kysely<ContentTables>({ dialect: new PostgresDialect({ pool }) });
    const { id } = await tables.transaction().execute(async (transaction) => {
      await lockContent(transaction);
      const publication = { by, act: 'contentPublished', texts, reason, now: clock.now() } as const;
      const key = { kind, id: newPublicId(Date.now()) };
      return publishTexts(transaction, key, { ...publication, knownFigures: new Set() });
    });
    console.log(`Published as ${id}: ${texts.en?.title}`);
    return 0;
  });
}

async function withdraw(id: string, { operator, reason }: Act): Promise<number> {
  return withOperatorTools(async ({ pool }) => {
    const by = await requireOperator(pool, operator, permissions.editContent);
    const tables = new Kysely<ContentTables>({ dialect: new PostgresDialect({ pool }) });
    try {
      await withdrawText(tables, { kind, id }, { by, reason });
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'contentUnknown') throw error;
      console.log(`There is no notice ${id} that is shown.`);
      return 1;
    }
    console.log(`${id} is no longer shown.`);
    return 0;
  });
}

await runCommand(main);
