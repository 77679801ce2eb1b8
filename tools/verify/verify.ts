import { existsSync, readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import {
  dayTranscriptSchema,
  drawTranscriptSchema,
  malformedField,
  roundTranscriptSchema,
} from '#contract/transcripts.ts';
import { prizesText } from '#core/draws/prizes.ts';
import { type DrawTranscript, verifyDraws } from '#core/draws/verify.ts';
import { isDrandSigned } from '#core/fairness/drand.ts';
import type { DayTranscript, FieldDifference, RoundTranscript } from '#core/fairness/transcript.ts';
import { verifyDay } from '#core/fairness/verify-day.ts';
import { verifyRound } from '#core/fairness/verify-round.ts';
import { timesOf } from '#core/rounds/schedule.ts';
import { blockDifferences, type MadeUpBlocks, madeUpBlocksSchema } from './made-up-blocks.ts';

const usage = `Recomputes the transcript of a round, of a day of rounds, or of a member's daily draws. Needs no server.

  node tools/verify/verify.ts FILE... [--tip HEX] [--digest HEX] [--commitment HEX]

FILE          a transcript as downloaded
--tip         what was published before the day of the round: the tip of its seeds
--digest      what was published when betting on the round closed
--commitment  what was published at the installation (a day), or before the day (draws)

A transcript is sound by itself whoever made it: hold it against what you have kept of the published values.
The exit status is 0 when all is sound, 1 when something is not, 2 when a file cannot be read.`;

const bytesMax = 200_000_000;
const differencesMax = 20;

/** A file that is no transcript; the message says why, and which field. */
class Unreadable extends Error {}

/** What was kept of the published values. */
interface Kept {
  readonly tip?: string | undefined;
  readonly digest?: string | undefined;
  readonly commitment?: string | undefined;
}

/** What a file holds, in a line, and every field that differs. */
interface Report {
  readonly summary: string;
  readonly differences: readonly FieldDifference[];
}

function main(words: string[]): number {
  const { values, positionals } = parseArgs({
    args: words,
    options: { tip: { type: 'string' }, digest: { type: 'string' }, commitment: { type: 'string' } },
    allowPositionals: true,
  });
  if (positionals.length === 0) {
    console.log(usage);
    return 2;
  }
  let status = 0;
  for (const name of positionals) {
    const { summary, differences } = reportOn(name, values);
    for (const { field, claimed, computed } of differences.slice(0, differencesMax)) {
      console.error(`${name}: ${field}: ${claimed}, computed ${computed}`);
    }
    if (differences.length > differencesMax) console.error(`${name}: ${differences.length - differencesMax} more`);
    console.log(`${name}: ${summary}: ${differences.length === 0 ? 'sound' : 'NOT SOUND'}`);
    if (differences.length > 0) status = 1;
  }
  return status;
}

const envelope = z.object({ url: z.object({ version: z.unknown() }) });

function reportOn(name: string, kept: Kept): Report {
  const body = parse(name);
  const enveloped = z.safeParse(envelope, body);
  const content = enveloped.success ? (body as { url: object }).url : body;
  if (typeof content !== 'object' || content === null) throw new Unreadable(`${name}: no transcript`);
  if (Object.hasOwn(content, 'closing')) return roundReport(decode(name, roundTranscriptSchema, content), kept);
  if (Object.hasOwn(content, 'rounds')) return dayReport(decode(name, dayTranscriptSchema, content), kept);
  if (Object.hasOwn(content, 'entries')) return drawReport(decode(name, drawTranscriptSchema, content), kept);
  if (Object.hasOwn(content, 'blocks')) return blockReport(decode(name, madeUpBlocksSchema, content));
  throw new Unreadable(`${name}: neither a round (closing), nor a day (rounds), nor draws (entries)`);
}

function parse(name: string): unknown {
  if (!existsSync(name)) throw new Unreadable(`${name}: there is no such file`);
  if (statSync(name).size > bytesMax) throw new Unreadable(`${name}: more than ${bytesMax} bytes`);
  try {
    return JSON.parse(readFileSync(name, 'utf8'));
  } catch (error) {
    throw new Unreadable(`${name}: no JSON: ${String(error)}`);
  }
}

function decode<Schema extends z.ZodMiniType>(name: string, schema: Schema, content: unknown): z.output<Schema> {
  const decoded = z.safeDecode(schema, content as z.input<Schema>);
  if (decoded.success) return decoded.data;
  const { field, isUnknown } = malformedField(decoded.error.issues);
  throw new Unreadable(`${name}: ${field}: ${isUnknown ? 'no such field' : decoded.error.issues[0]?.message}`);
}

function roundReport(transcript: RoundTranscript, kept: Kept): Report {
  const { closing, digest, status, result } = transcript;
  const opened = new Date(timesOf(closing.round).opensAt).toISOString();
  const outcome = status === 'void' ? 'void' : `${result?.digits.join('')}, ${result?.winners.join(' ')}`;
  const differences = [
    ...keptDifferences('closing.tip', closing.tip, kept.tip),
    ...keptDifferences('digest', digest, kept.digest),
    ...verifyRound(transcript, isDrandSigned).differences,
  ];
  return { summary: `round ${closing.round}, opened ${opened}, ${closing.beacon.kind}, ${outcome}`, differences };
}

function dayReport(transcript: DayTranscript, kept: Kept): Report {
  const { differences, ...counts } = verifyDay(transcript, isDrandSigned);
  const date = new Date(transcript.day * 86_400_000).toISOString().slice(0, 10);
  return {
    summary: `day ${date}, ${counts.paid} rounds paid, ${counts.void} void`,
    differences: [
      ...keptDifferences('tip', transcript.tip, kept.tip),
      ...keptDifferences('commitment', transcript.commitment, kept.commitment),
      ...differences,
    ],
  };
}

function drawReport(transcript: DrawTranscript, kept: Kept): Report {
  const date = new Date(transcript.day * 86_400_000).toISOString().slice(0, 10);
  const won = transcript.entries.filter(({ prize }) => prize !== null).length;
  const entries = `${transcript.entries.length} entries, ${won} won`;
  return {
    summary: `draws of ${transcript.username} on ${date}, ${entries}, by prize table ${prizesText(transcript.prizes)}`,
    differences: [
      ...keptDifferences('commitment', transcript.commitment, kept.commitment),
      ...verifyDraws(transcript).differences,
    ],
  };
}

function blockReport(file: MadeUpBlocks): Report {
  const count = file.blocks.digits.length + file.blocks.numbers.length;
  return { summary: `${count} made-up blocks`, differences: blockDifferences(file) };
}

function keptDifferences(field: string, claimed: string, kept: string | undefined): FieldDifference[] {
  return kept === undefined || kept === claimed ? [] : [{ field, claimed, computed: `${kept} (kept)` }];
}

try {
  process.exitCode = main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Unreadable || (error instanceof TypeError && 'code' in error))) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
