import { resolve } from 'node:path';
import { minuteMs } from '#core/time/lengths.ts';
import { runStep } from '../tools/test/step.ts';

const root = resolve(import.meta.dirname, '..');

/** Every figure we race for, cheap ones first. Each prints its own ratios and can be run alone: `node bench/engine.ts`. */
const benches: readonly { readonly file: string; readonly withinMs: number }[] = [
  { file: 'bytes.ts', withinMs: minuteMs },
  { file: 'quote.ts', withinMs: 3 * minuteMs },
  { file: 'fan-out.ts', withinMs: 5 * minuteMs },
  { file: 'engine.ts', withinMs: 5 * minuteMs },
  { file: 'fairness.ts', withinMs: 10 * minuteMs },
  { file: 'ledger.ts', withinMs: 10 * minuteMs },
  { file: 'place-plan.ts', withinMs: 15 * minuteMs },
  { file: 'login-flood.ts', withinMs: 5 * minuteMs },
  { file: 'settlement.ts', withinMs: 15 * minuteMs },
  { file: 'rounds.ts', withinMs: 15 * minuteMs },
  { file: 'chat.ts', withinMs: 5 * minuteMs },
  { file: 'member-search.ts', withinMs: 10 * minuteMs },
  { file: 'operator-log.ts', withinMs: 5 * minuteMs },
  { file: 'balance-tree.ts', withinMs: 10 * minuteMs },
  { file: 'reads.ts', withinMs: 5 * minuteMs },
  { file: 'failover.ts', withinMs: 10 * minuteMs },
  { file: 'hostile.ts', withinMs: 5 * minuteMs },
  { file: 'lighthouse.ts', withinMs: 15 * minuteMs },
];

/** Runs the benches in turn, so that none slows another down, or those named: `npm run bench -- bytes quote`. */
async function main(names: readonly string[]): Promise<void> {
  const chosen = benches.filter(({ file }) => names.length === 0 || names.includes(file.replace('.ts', '')));
  if (chosen.length === 0) throw new Error(`there is no such bench: ${names.join(', ')}`);
  const lines: string[] = [];
  for (const { file, withinMs } of chosen) {
    process.stdout.write(`\n== ${file}\n`);
    const { isFine, reason, seconds } = await runStep(root, ['node', `bench/${file}`], withinMs, {});
    lines.push(`${isFine ? 'ran' : 'FAILED'}  ${file}  ${seconds} s${reason === null ? '' : `  ${reason}`}`);
    if (!isFine) process.exitCode = 1;
  }
  process.stdout.write(`\n${lines.join('\n')}\n`);
}

await main(process.argv.slice(2));
