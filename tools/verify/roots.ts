import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { listBalanceRoots, type PublishedRoot, rootsPerPage } from '#contract/proofs.ts';
import { checkFeed, type FeedFault, statementText } from '#core/proofs/root-feed.ts';
import { EndlessRoots, rootsAfter } from '#core/proofs/root-pages.ts';
import { isProgram } from '../is-program.ts';

const usage = `Checks the published roots of the proof of liabilities, and finds a feed that forks.

  node tools/verify/roots.ts SOURCE... [--keep FILE]

SOURCE     a server (https://…), or a file: a saved response of /api/proofs/roots, roots saved on a phone, a file of --keep
--keep     holds the sources against the roots in this file and, where all is sound, adds the new ones to it: a mirror

Every root is held against its digest and signature, against the root before it, and against the same number of every other source.
The exit status is 0 when all is sound, 1 when something is not, 2 when a source cannot be read. A file of --keep is changed only at 0.`;

/** Of a file: more than eleven years of hourly roots. */
const fileBytesMax = 500_000_000;
/** Of one page of a server. */
const pageBytesMax = 8_000_000;

/** A source that is no feed; the message says why. */
class Unreadable extends Error {}

/** The roots of one source, oldest first. */
interface Source {
  readonly name: string;
  readonly roots: readonly PublishedRoot[];
  /** Number of the first root that it must have; left out where it may begin anywhere. */
  readonly from?: number;
}

const envelope = z.object({ info: z.unknown() });

function parseRoots(name: string, text: string): PublishedRoot[] {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new Unreadable(`${name}: no JSON: ${String(error)}`);
  }
  const read = z.safeParse(envelope, body);
  const decoded = z.safeDecode(listBalanceRoots.output, (read.success ? read.data.info : body) as never);
  if (!decoded.success) {
    const [issue] = decoded.error.issues;
    throw new Unreadable(`${name}: no list of roots: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
  }
  const roots = decoded.data.toSorted((one, other) => one.number - other.number);
  const twice = roots.find(({ number }, place) => roots[place + 1]?.number === number);
  if (twice) throw new Unreadable(`${name}: two roots with number ${twice.number}`);
  return roots;
}

function readFile(name: string): Source {
  if (!existsSync(name)) throw new Unreadable(`${name}: there is no such file`);
  if (statSync(name).size > fileBytesMax) throw new Unreadable(`${name}: more than ${fileBytesMax} bytes`);
  return { name, roots: parseRoots(name, readFileSync(name, 'utf8')) };
}

/** The whole feed of a server, page by page. */
async function readServer(name: string): Promise<Source> {
  const fetchPage = async (after: number) =>
    parseRoots(name, await fetchText(new URL(`/api/proofs/roots?after=${after}`, name)));
  try {
    return { name, roots: await rootsAfter({ fetchPage, after: 0, perPage: rootsPerPage }), from: 1 };
  } catch (error) {
    if (error instanceof EndlessRoots) throw new Unreadable(`${name}: ${error.message}`);
    throw error;
  }
}

async function fetchText(address: URL): Promise<string> {
  let response: Response;
  try {
    response = await fetch(address, { signal: AbortSignal.timeout(30_000) });
  } catch (error) {
    throw new Unreadable(`${address}: ${String(error)}`);
  }
  if (!response.ok || !response.body) throw new Unreadable(`${address}: status ${response.status}`);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body) {
    bytes += part.length;
    if (bytes > pageBytesMax) throw new Unreadable(`${address}: more than ${pageBytesMax} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

const meanings: Record<FeedFault['kind'], string> = {
  digest: 'the digest is not that of the statement',
  signature: 'the signature is not by the key of the statement',
  books: 'members and house do not add up to zero',
  chain: 'it does not follow the root before it',
  log: 'the log of operators does not continue that of the root before it',
  key: 'it is signed by another key than the root before it',
  fork: 'THE FEED FORKS: another statement was published under this number',
  withdrawn: 'a root that was published is missing',
};

/** What is wrong with a source, by itself or against one read before; both statements of a fork in full. */
function report(source: Source, faults: readonly FeedFault[], against: Source | null): number {
  for (const { kind, number, claimed, expected } of faults) {
    const place = against ? `${source.name}, against ${against.name}` : source.name;
    console.error(`${place}: root ${number}: ${meanings[kind]}: ${claimed}, expected ${expected}`);
    if (kind !== 'fork') continue;
    for (const one of [source, against]) {
      const root = one?.roots.find((candidate) => candidate.number === number);
      if (root) console.error(`--- ${one?.name}, signature ${root.signature}\n${statementText(root)}`);
    }
  }
  return faults.length;
}

/** Forks alone between two sources: one may be older or begin later than the other. */
function forksBetween(source: Source, earlier: Source): FeedFault[] {
  return checkFeed(source.roots, earlier.roots).filter(({ kind }) => kind === 'fork');
}

async function main(words: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: words,
    options: { keep: { type: 'string' } },
    allowPositionals: true,
  });
  if (positionals.length === 0) {
    console.log(usage);
    return 2;
  }
  const { keep } = values;
  const kept = keep !== undefined && existsSync(keep) ? readFile(keep) : null;
  const sources: Source[] = [];
  for (const name of positionals) sources.push(/^https?:/.test(name) ? await readServer(name) : readFile(name));

  let faults = 0;
  for (const [place, source] of sources.entries()) {
    const seen = kept?.roots ?? [];
    faults += report(source, checkFeed(source.roots, seen, source.from), kept);
    for (const earlier of sources.slice(0, place)) faults += report(source, forksBetween(source, earlier), earlier);
    const newest = source.roots.at(-1);
    const log = newest?.log ? `, log of operators ${newest.log.acts} acts, head ${newest.log.head}` : '';
    console.log(
      `${source.name}: ${source.roots.length} roots, newest ${newest?.number ?? '-'}, digest ${newest?.digest ?? '-'}${log}`,
    );
  }
  if (faults > 0) return 1;
  if (keep !== undefined) extend(keep, [...(kept ? [kept] : []), ...sources]);
  console.log('sound');
  return 0;
}

/** Writes all roots of the sources, which agree, to a file, whole or not at all. */
function extend(file: string, sources: readonly Source[]): void {
  const all = new Map(sources.flatMap(({ roots }) => roots.map((root) => [root.number, root] as const)));
  const roots = [...all.values()].sort((one, other) => one.number - other.number);
  const info = z.encode(listBalanceRoots.output, roots);
  writeFileSync(`${file}.new`, `${JSON.stringify({ info }, null, 1)}\n`, { flush: true });
  renameSync(`${file}.new`, file);
}

/** Runs the program on its arguments. Returns the exit status. */
export async function roots(words: string[]): Promise<number> {
  try {
    return await main(words);
  } catch (error) {
    if (!(error instanceof Unreadable || (error instanceof TypeError && 'code' in error))) throw error;
    console.error(error.message);
    return 2;
  }
}

if (isProgram(import.meta.url)) process.exitCode = await roots(process.argv.slice(2));
