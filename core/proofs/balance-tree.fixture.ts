import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { points, type Usdt, usdt } from '#core/money/amount.ts';
import {
  type BalancePart,
  type BalanceRoot,
  type BothParts,
  leafNode,
  type OwnBalance,
  type PointSums,
  rootOver,
  type SumNode,
  sumTrees,
  versionOf,
} from './balance-tree.ts';
import { levelsOf, pathOf } from './merkle-tree.ts';

export interface Member {
  readonly username: string;
  readonly balance: Usdt;
  readonly points?: PointSums | undefined;
  readonly parts: BothParts<BalancePart>;
}

/** A member whose salts and parts follow from the name: the same in every run. Without points of a tree of version 1. */
export function memberOf(username: string, balance: Usdt, owned?: PointSums): Member {
  const left = sha256(utf8ToBytes(`left salt of ${username}`));
  const right = sha256(utf8ToBytes(`right salt of ${username}`));
  const partOf = (whole: bigint, firstByte: number): bigint =>
    BigInt(`0x${bytesToHex(left.subarray(firstByte, firstByte + 8))}`) % (whole + 1n);
  const amount = usdt(partOf(balance, 24));
  const rest = usdt(balance - amount);
  if (!owned)
    return {
      username,
      balance,
      parts: [
        { salt: left, amount },
        { salt: right, amount: rest },
      ],
    };
  const [assistance, promotion] = [partOf(owned.assistance, 16), partOf(owned.promotion, 8)];
  const other = { assistance: points(owned.assistance - assistance), promotion: points(owned.promotion - promotion) };
  return {
    username,
    balance,
    points: owned,
    parts: [
      { salt: left, amount, points: { assistance: points(assistance), promotion: points(promotion) } },
      { salt: right, amount: rest, points: other },
    ],
  };
}

/** A tree as the server builds it, with everything that is in it. */
export interface BuiltTree {
  readonly root: BalanceRoot;
  /** The levels of both halves, leaves first. */
  readonly halves: BothParts<SumNode[][]>;
  /** What that member holds. Throws a RangeError for a member that is not in the tree. */
  readonly own: (username: string) => OwnBalance;
}

export function treeOf(members: readonly Member[]): BuiltTree {
  const version = versionOf(members[0] ?? {});
  const sumTree = sumTrees[version];
  const inHalf = (half: 0 | 1) => {
    const inOrder = members.toSorted((one, other) => compare(one.parts[half].salt, other.parts[half].salt));
    const levels = levelsOf(
      sumTree,
      inOrder.map(({ username, parts }) => leafNode(username, parts[half])),
    );
    const placed = (member: Member) => {
      return { ...member.parts[half], path: pathOf(sumTree, levels, inOrder.indexOf(member)) };
    };
    return { levels, placed };
  };
  const [left, right] = [inHalf(0), inHalf(1)];
  return {
    root: { node: rootOver([left.levels[0] ?? [], right.levels[0] ?? []], version), leafCount: members.length },
    halves: [left.levels, right.levels],
    own(username) {
      const member = members.find((one) => one.username === username);
      if (!member) throw new RangeError(`${username} is not in this tree`);
      const { balance, points: owned } = member;
      return { username, balance, points: owned, parts: [left.placed(member), right.placed(member)] };
    },
  };
}

const compare = (one: Uint8Array, other: Uint8Array): number => (bytesToHex(one) < bytesToHex(other) ? -1 : 1);
