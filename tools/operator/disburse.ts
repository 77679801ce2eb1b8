import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Kysely, PostgresDialect } from 'kysely';
import * as z from 'zod/mini';
import { causeTexts } from '#contract/donations.ts';
import { operatorPattern, operatorReasonPattern } from '#contract/operator-fields.ts';
import { approvalKinds } from '#contract/operators-approvals.ts';
import { isCause } from '#core/donations/causes.ts';
import { causeIdPattern, isPlainText, isReceipt } from '#core/donations/disbursements.ts';
import { type Asset, amount, parseAmount, toDecimal } from '#core/money/amount.ts';
import {
  askForDisbursement,
  type DisburseDependencies,
  type Disbursement,
  decideDisbursement,
} from '#server/features/donations/disburse.ts';
import {
  type DisbursementContent,
  type DisbursementRequest,
  openRequests,
} from '#server/features/donations/disbursement-store.ts';
import { listCauses } from '#server/features/donations/list-causes.ts';
import { proposeCause } from '#server/features/products/propose-cause.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import { runCommand } from '../command.ts';
import { type OperatorTools, requireOperator, withOperatorTools } from './operator-tools.ts';

const usage = `Disburses what the charity holds: one operator asks, and another approves by the request's number within a day.

  node tools/operator/disburse.ts --list
  node tools/operator/disburse.ts --causes
  node tools/operator/disburse.ts --new-cause ID --texts FILE.json --reason TEXT --operator NAME
  node tools/operator/disburse.ts --cause ID --amount AMOUNT --asset USDT|PTS --receipt TEXT --operator NAME
  node tools/operator/disburse.ts --approve NUMBER --operator NAME
  node tools/operator/disburse.ts --refuse NUMBER --reason TEXT --operator NAME

NAME is an operator's (npm run operator) whose role may disburse. A cause has a name (2 to 60 characters) and a text (2 to 300) in each
language of the giving pages: {"en": {"name", "about"}, "zh": …, "tc": …, "jp": …}; it is asked for here and approved by another operator in the
console, under Approvals. The receipt (3 to 500 characters) says
what was paid and is published with the disbursement. One refusal ends a request, and so does a day. The database is that of DATABASE_URL, else
the own one in DATA_DIR.
`;

const flag = { type: 'boolean' } as const;
const word = { type: 'string' } as const;
const options = {
  ...{ list: flag, causes: flag },
  ...{ 'new-cause': word, texts: word, operator: word, cause: word, amount: word },
  ...{ asset: word, receipt: word, approve: word, refuse: word, reason: word },
} as const;

type Command = (tools: OperatorTools) => Promise<number>;

/** What the words ask for, or null. */
function commandOf(words: readonly string[]): Command | null {
  let given: Readonly<Record<string, string | boolean | undefined>>;
  try {
    given = parseArgs({ args: [...words], options, allowPositionals: false }).values;
  } catch {
    return null;
  }
  const isAsked = (...names: string[]): boolean =>
    Object.keys(given).length === names.length && names.every((name) => given[name] !== undefined);
  const text = (name: string): string => String(given[name] ?? '');
  if (isAsked('list')) return listOpen;
  if (isAsked('causes')) return listAll;
  const operator = text('operator');
  if (!operatorPattern.test(operator)) return null;
  if (isAsked('new-cause', 'texts', 'reason', 'operator') && operatorReasonPattern.test(text('reason'))) {
    return newCause(text('new-cause'), text('texts'), text('reason'), operator);
  }
  if (isAsked('cause', 'amount', 'asset', 'receipt', 'operator')) {
    const content = contentOf(text('cause'), text('asset'), text('amount'), text('receipt'));
    return (
      content && disburse(operator, (dependencies, by) => askForDisbursement(dependencies, content, { by, key: null }))
    );
  }
  if (isAsked('approve', 'operator')) return decide(text('approve'), operator, null);
  if (isAsked('refuse', 'reason', 'operator') && isPlainText(text('reason'), 3, 200)) {
    return decide(text('refuse'), operator, text('reason'));
  }
  return null;
}

function contentOf(causeId: string, asset: string, amountText: string, receipt: string): DisbursementContent | null {
  if (asset !== 'USDT' && asset !== 'PTS') return null;
  const units = parseAmount(asset, amountText);
  if (units === null || units <= 0n || !causeIdPattern.test(causeId) || !isReceipt(receipt)) return null;
  return { causeId, asset, amount: units, receipt };
}

const tablesOf = ({ pool }: OperatorTools) => new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });

const amountText = (asset: Asset, units: bigint): string => `${toDecimal(asset, amount(asset, units))} ${asset}`;

async function listOpen(tools: OperatorTools): Promise<number> {
  const open = await openRequests(tablesOf(tools), 200);
  for (const request of open) console.log(lineOf(request));
  if (open.length === 0) console.log('No disbursement waits for approval.');
  return 0;
}

function lineOf({ id, causeId, asset, amount: units, receipt, askedAt, approvedBy }: DisbursementRequest): string {
  const asked = `asked ${new Date(askedAt).toISOString()}`;
  return [id, causeId, amountText(asset, units), asked, `approved by ${approvedBy.join(', ')}`, receipt].join('  ');
}

async function listAll(tools: OperatorTools): Promise<number> {
  for (const { id, texts } of await listCauses({ tables: tablesOf(tools), clock: tools.clock }))
    console.log(`${id}  ${texts.en.name}  ${texts.en.about}`);
  return 0;
}

function newCause(id: string, file: string, reason: string, operator: string): Command | null {
  if (!causeIdPattern.test(id)) return null;
  return async (tools) => {
    const { success, data: texts, error } = z.safeParse(causeTexts, JSON.parse(readFileSync(file, 'utf8')));
    if (!success) throw new Error(`${file}: ${z.prettifyError(error)}`);
    if (!isCause({ id, texts }))
      throw new Error(`${file}: a name of 2 to 60 and a text of 2 to 300 characters, each on one line`);
    const by = await requireOperator(tools.pool, operator, approvalKinds.product);
    const { en, zh, tc, jp } = texts;
    const written = {
      ...{ nameEn: en.name, aboutEn: en.about, nameZh: zh.name, aboutZh: zh.about },
      ...{ nameTc: tc.name, aboutTc: tc.about, nameJp: jp.name, aboutJp: jp.about },
    };
    const { clock, operatorEvents } = tools;
    const dependencies = { tables: tablesOf(tools), clock, operatorEvents, wallNow: Date.now };
    const { id: request } = await proposeCause(dependencies, { cause: id, open: '1', ...written, reason }, by);
    console.log(`${request} asks for the cause ${id}: another operator approves it in the console.`);
    return 0;
  };
}

function decide(id: string, operator: string, refusal: string | null): Command | null {
  if (!/^[0-9A-Z]{16}$/.test(id)) return null;
  return disburse(operator, (dependencies, by) => decideDisbursement(dependencies, id, { by, refusal }));
}

function disburse(
  operator: string,
  work: (dependencies: DisburseDependencies, by: ActingOperator) => Promise<Disbursement>,
): Command {
  return async (tools) => {
    const { pool, memberEvents, operatorEvents, clock } = tools;
    const by = await requireOperator(pool, operator, approvalKinds.disbursement);
    const ledger = openLedger({ pool, clock, onCommitted: (newest) => void memberEvents.publishBalances(newest) });
    try {
      const result = await work({ tables: tablesOf(tools), ledger, clock, wallNow: Date.now }, by);
      await operatorEvents.publish({ subject: 'approvals', id: '' });
      console.log(wordingOf(result));
      return ['approved', 'disbursed', 'refused'].includes(result.outcome) ? 0 : 1;
    } finally {
      await ledger.close();
    }
  };
}

function wordingOf(result: Disbursement): string {
  switch (result.outcome) {
    case 'unknown':
      return 'There is no such request.';
    case 'causeUnknown':
      return 'There is no such cause.';
    case 'over':
      return 'This request is over: disbursed, refused, or asked for more than a day ago.';
    case 'decidedOtherwise':
      return 'This operator has decided otherwise before.';
    case 'overUnspent':
      return 'The charity holds less than that.';
    case 'approved':
      return `${result.id} has ${result.approvals} of ${result.needed} approvals.`;
    case 'disbursed':
      return `${result.id} is disbursed, and published with its receipt.`;
    case 'refused':
      return `${result.id} is refused.`;
  }
}

await runCommand(async (words) => {
  const command = commandOf(words);
  if (command) return withOperatorTools(command);
  process.stderr.write(usage);
  return 2;
});
