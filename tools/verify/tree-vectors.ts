import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import * as z from 'zod/mini';
import { getBalanceProof, type PublishedRoot } from '#contract/proofs.ts';
import { points, type Usdt, usdt } from '#core/money/amount.ts';
import { emptyLog, hashOfAct, type LogHead, noActBefore } from '#core/operators/act-chain.ts';
import { memberOf, treeOf } from '#core/proofs/balance-tree.fixture.ts';
import type { BalanceRoot, PointSums, SumNode } from '#core/proofs/balance-tree.ts';
import { noPrevious, type StatementVersion, signRoot, statementText } from '#core/proofs/root-feed.ts';

/** Worked examples of the tree of balances, one for each version of its statements, and of a member's proof. */
export const treeVectors: Readonly<Record<string, () => unknown>> = {
  'balance-tree.v1.json': () => balanceTree(1),
  'balance-tree.v2.json': () => balanceTree(2),
  'balance-tree.v3.json': () => balanceTree(3),
  'balance-proof.v3.json': balanceAnswer,
};

function membersOf(version: StatementVersion) {
  const owned = (assistance: bigint, promotion: bigint): PointSums | undefined =>
    version === 1 ? undefined : { assistance: points(assistance), promotion: points(promotion) };
  return [
    memberOf('Member0001', usdt(3_000_000_000n), owned(50n, 716n)),
    memberOf('member0002', usdt(1n), owned(0n, 1n)),
    memberOf('MEMBER0003', usdt(0n), owned(0n, 0n)),
    memberOf('member0004', usdt(123_456_789n), owned(20n, 0n)),
    memberOf('member0005', usdt(9_007_199_254_740_993n), owned(257_760n, 9_007_199_254_740_993n)),
  ];
}

/** Five members, so that two levels of each half are completed by an empty node; two statements, of which the second follows the first. In version 1 without points. */
function balanceTree(version: StatementVersion): unknown {
  const members = membersOf(version);
  const { root, halves, own } = treeOf(members);
  const written = ({ hash, sum, points: sums }: SumNode) => ({
    hash: bytesToHex(hash),
    sum: inMicro(sum),
    ...inPoints(sums),
  });
  const logs = version === 3 ? [emptyLog, logAfterTwo()] : [];
  const first = statementOf(root, 1, noPrevious, logs[0]);
  return {
    members: members.map(({ username, balance, points: own, parts }) => ({
      username,
      balance: inMicro(balance),
      ...inPoints(own),
      parts: parts.map(({ salt, amount, points: part }) => ({
        salt: bytesToHex(salt),
        amount: inMicro(amount),
        ...inPoints(part),
      })),
    })),
    root: bytesToHex(root.node.hash),
    total: inMicro(root.node.sum),
    ...inPoints(root.node.points),
    halves: halves.map((levels) => levels.map((level) => level.map(written))),
    paths: members.map(({ username }) => ({
      username,
      parts: own(username).parts.map(({ path }) => ({
        position: path.position,
        neighbours: path.siblings.map(written),
      })),
    })),
    statements: [first, statementOf(root, 2, first.digest, logs[1])].map((signed) => {
      return { text: statementText(signed), digest: signed.digest, signature: signed.signature };
    }),
  };
}

/** The head of a log with two acts. */
function logAfterTwo(): LogHead {
  const act = {
    operator: 'anna',
    role: 'owner',
    act: 'memberViewed',
    subject: 'member 1',
    memberId: 1n,
    reason: '',
    detail: '{}',
  };
  const one = { ...act, position: 1n, id: 1n, at: Date.UTC(2026, 0, 1, 1, 30) };
  const two = { ...act, position: 2n, id: 2n, at: Date.UTC(2026, 0, 1, 1, 40) };
  return { position: 2n, hash: hashOfAct(hashOfAct(noActBefore, one), two) };
}

function statementOf({ node, leafCount }: BalanceRoot, number: number, previous: string, log: LogHead | undefined) {
  const signed = signRoot(
    {
      number,
      at: Date.UTC(2026, 0, 1, number),
      members: leafCount,
      root: bytesToHex(node.hash),
      total: node.sum,
      house: [
        { account: 'rail', balance: usdt(-node.sum - 2_500_000n) },
        { account: 'market', balance: usdt(2_500_000n) },
      ],
      ...(node.points && { points: { ...node.points, house: housePoints(node.points) } }),
      ...(log && { log: { acts: Number(log.position), head: log.hash } }),
      previous,
    },
    sha256(utf8ToBytes('signing key of the worked example')),
  );
  return signed;
}

/** What the server answers one of three members, with the second statement. */
function balanceAnswer(): unknown {
  const { root, own } = treeOf(membersOf(3).slice(0, 3));
  const { digest } = statementOf(root, 1, noPrevious, emptyLog);
  const published = statementOf(root, 2, digest, logAfterTwo()) as PublishedRoot;
  const { balance, points: owned, parts } = own('Member0001');
  const [left, right] = parts.map(({ path, ...part }) => {
    return { ...part, path: { position: path.position, siblings: [...path.siblings] } };
  });
  if (!left || !right) throw new RangeError('a balance has two parts');
  const url = z.encode(getBalanceProof.output, { published, balance, points: owned, parts: [left, right] });
  return { status: true, info: '', url };
}

function housePoints({ assistance, promotion }: PointSums) {
  return [
    { account: 'charityPoints', balance: points(10n) },
    { account: 'sponsorPoints', balance: points(-assistance - promotion - 10n) },
  ];
}

/** Points as text, where the tree has them. */
const inPoints = (sums: PointSums | undefined) =>
  sums && { points: { assistance: String(sums.assistance), promotion: String(sums.promotion) } };

/** Amounts in millionths, as text: some are beyond what a double holds. */
const inMicro = (value: Usdt): string => String(value);
