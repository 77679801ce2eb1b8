import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { noPoints, noUsdt, type Points, sum, toDecimal, type Usdt } from '#core/money/amount.ts';
import { type PointSums, versionOf } from './balance-tree.ts';

/** What is published about one hour's tree. Hashes and keys in lower-case hex. */
export interface RootStatement {
  /** From 1, without gaps. */
  readonly number: number;
  /** Product time of the snapshot in ms. */
  readonly at: number;
  readonly members: number;
  /** Root of the tree, 32 bytes. */
  readonly root: string;
  /** Owed to all members, micro-USDT. */
  readonly total: Usdt;
  /** The house's USDT accounts in the same snapshot. */
  readonly house: readonly { readonly account: string; readonly balance: Usdt }[];
  /** Sums of all members' points, and the house's accounts of points; left out in version 1, whose tree has USDT alone. */
  readonly points?: PublishedPoints | undefined;
  /** Head of the operators' log in the same snapshot; left out before version 3. */
  readonly log?: PublishedLogHead | undefined;
  /** Digest of the statement before, 32 bytes; zeros for the first. */
  readonly previous: string;
  /** Ed25519 public key, 32 bytes. */
  readonly key: string;
}

/** The points of all members and of the house at one moment, whole points. */
interface PublishedPoints extends PointSums {
  readonly house: readonly { readonly account: string; readonly balance: Points }[];
}

/** The operators' log up to and with one act (core/operators/act-chain.ts). */
interface PublishedLogHead {
  /** How many acts are chained. */
  readonly acts: number;
  /** Hash of the newest of them, 32 bytes; zeros where there is none. */
  readonly head: string;
}

/** Which lines a statement has: 1 USDT alone, 2 points as well, 3 the head of the operators' log as well. */
export type StatementVersion = 1 | 2 | 3;

/** The version of a statement's text. Its tree has a version of its own. */
const statementVersionOf = (statement: Pick<RootStatement, 'points' | 'log'>): StatementVersion =>
  statement.log ? 3 : versionOf(statement);

/** A statement as published: with its digest, and the signature of its text. */
export interface SignedRoot extends RootStatement {
  /** SHA-256 of the statement's text: what the next statement names as the one before. */
  readonly digest: string;
  /** Ed25519 signature of the statement's text, 64 bytes. */
  readonly signature: string;
}

/** The digest that the first statement names as the one before it. */
export const noPrevious = '0'.repeat(64);

/**
 * The text that is hashed and signed, UTF-8, each line ended by a line feed: amounts in USDT with six decimals, the time in UTC with
 * milliseconds; points are whole numbers.
 */
export function statementText(statement: RootStatement): string {
  const { number, at, members, root, total, house, points, log, previous, key } = statement;
  const lines = [
    `clearlot balances ${statementVersionOf(statement)}`,
    `number ${number}`,
    `at ${new Date(at).toISOString()}`,
    `members ${members}`,
    `root ${root}`,
    `total ${toDecimal('USDT', total)}`,
    ...house.map(({ account, balance }) => `house ${account} ${toDecimal('USDT', balance)}`),
    ...(points ? pointLines(points) : []),
    ...(log ? [`log ${log.acts} ${log.head}`] : []),
    `previous ${previous}`,
    `key ${key}`,
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function pointLines({ assistance, promotion, house }: PublishedPoints): string[] {
  return [
    `assistance ${assistance}`,
    `promotion ${promotion}`,
    ...house.map(({ account, balance }) => `points ${account} ${balance}`),
  ];
}

/** SHA-256 of the statement's text, in hex. */
function digestOf(statement: RootStatement): string {
  return bytesToHex(sha256(utf8ToBytes(statementText(statement))));
}

/** Signs a statement with the 32 secret bytes of an Ed25519 key; the statement's `key` becomes theirs. */
export function signRoot(statement: Omit<RootStatement, 'key'>, secret: Uint8Array): SignedRoot {
  const keyed = { ...statement, key: bytesToHex(ed25519.getPublicKey(secret)) };
  const signature = bytesToHex(ed25519.sign(utf8ToBytes(statementText(keyed)), secret));
  return { ...keyed, digest: digestOf(keyed), signature };
}

/** Whether the statement was signed with the key that it names. False for a malformed key or signature. */
export function isSigned(root: SignedRoot): boolean {
  try {
    return ed25519.verify(hexToBytes(root.signature), utf8ToBytes(statementText(root)), hexToBytes(root.key), {
      zip215: false,
    });
  } catch {
    return false;
  }
}

/** Sum of what is owed to members and of the house's accounts, micro-USDT: zero in sound books. */
export function booksOf({ total, house }: Pick<RootStatement, 'total' | 'house'>): Usdt {
  return sum('USDT', [total, ...house.map(({ balance }) => balance)]);
}

/** The same of points: of both kinds that members hold and of the house's accounts; zero in sound books, and in version 1. */
export function pointBooksOf({ points }: Pick<RootStatement, 'points'>): Points {
  if (!points) return noPoints;
  return sum('PTS', [points.assistance, points.promotion, ...points.house.map(({ balance }) => balance)]);
}

/**
 * What is wrong with a published root. `digest`: it is not that of the statement. `signature`: not by the key that it names. `books`: members
 * and house do not add up to zero, in USDT or in points. `chain`: it does not follow the root before in number, time or digest,
 * or has no points or log where that one has. `log`: the operators' log has fewer acts than in the root before, or as many with another head. `key`: signed by another key
 * than the root before. `fork`: another statement was published under the same number. `withdrawn`: a root that was published is
 * missing.
 */
export interface FeedFault {
  readonly kind: 'digest' | 'signature' | 'books' | 'chain' | 'log' | 'key' | 'fork' | 'withdrawn';
  readonly number: number;
  /** What the feed has there; `-` where it has nothing. */
  readonly claimed: string;
  /** What it must be. */
  readonly expected: string;
}

/** The faults of one root by itself. */
export function faultsOfRoot(root: SignedRoot): FeedFault[] {
  const { number, digest } = root;
  const faults: FeedFault[] = [];
  const expected = digestOf(root);
  if (digest !== expected) faults.push({ kind: 'digest', number, claimed: digest, expected });
  if (!isSigned(root)) faults.push({ kind: 'signature', number, claimed: root.signature, expected: `by ${root.key}` });
  const books = booksOf(root);
  if (books !== noUsdt) faults.push({ kind: 'books', number, claimed: toDecimal('USDT', books), expected: '0.000000' });
  const points = pointBooksOf(root);
  if (points !== noPoints) faults.push({ kind: 'books', number, claimed: `${points} PTS`, expected: '0 PTS' });
  return faults;
}

/** The faults of a root against the one before it; null before the first of all. */
function faultsOfLink(before: SignedRoot | null, root: SignedRoot): FeedFault[] {
  const { number } = root;
  const faults: FeedFault[] = [];
  const differ = (kind: FeedFault['kind'], claimed: string, expected: string) =>
    faults.push({ kind, number, claimed, expected });
  const next = (before?.number ?? 0) + 1;
  if (number !== next) differ('chain', `number ${number}`, `number ${next}`);
  const previous = before?.digest ?? noPrevious;
  if (root.previous !== previous) differ('chain', root.previous, previous);
  if (before && root.at <= before.at) differ('chain', isoTime(root.at), `after ${isoTime(before.at)}`);
  const [version, least] = [statementVersionOf(root), before ? statementVersionOf(before) : 1];
  if (version < least) differ('chain', `version ${version}`, `version ${least}`);
  if (before?.log && root.log && !continues(before.log, root.log)) {
    differ('log', `${root.log.acts} acts ${root.log.head}`, `after ${before.log.acts} acts ${before.log.head}`);
  }
  if (before && root.key !== before.key) differ('key', root.key, before.key);
  return faults;
}

/** Whether the log may have grown from the one head to the other: which acts lie between, the log itself shows. */
function continues(before: PublishedLogHead, after: PublishedLogHead): boolean {
  return after.acts > before.acts || (after.acts === before.acts && after.head === before.head);
}

/**
 * Holds published roots, ascending by number, against each other and against those that were seen before, ascending as well. The first root
 * is held against the one before it only where that was seen, or where it is number 1. Roots that were seen and are older than the first one given
 * are not missed, unless all from the number `from` on were asked for: then that one is the first.
 */
export function checkFeed(roots: readonly SignedRoot[], seen: readonly SignedRoot[], from?: number): FeedFault[] {
  const faults: FeedFault[] = [];
  const published = new Map(roots.map((root) => [root.number, root]));
  const known = new Map(seen.map((root) => [root.number, root]));
  const first = from ?? roots[0]?.number ?? 1;
  for (const { number, digest } of seen) {
    const now = published.get(number);
    if (now && now.digest !== digest) faults.push({ kind: 'fork', number, claimed: now.digest, expected: digest });
    if (!now && number >= first) faults.push({ kind: 'withdrawn', number, claimed: '-', expected: digest });
  }
  for (const [place, root] of roots.entries()) {
    faults.push(...faultsOfRoot(root));
    const before = roots[place - 1] ?? known.get(root.number - 1) ?? null;
    if (before || root.number === 1) faults.push(...faultsOfLink(before, root));
    else if (place === 0 && from !== undefined && root.number !== from) {
      faults.push({ kind: 'chain', number: root.number, claimed: `number ${root.number}`, expected: `number ${from}` });
    }
  }
  return faults;
}

const isoTime = (ms: number): string => new Date(ms).toISOString();
