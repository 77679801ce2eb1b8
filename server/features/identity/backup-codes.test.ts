import { expect, test } from 'vitest';
import { codeAt } from '#server/platform/factors/authenticator-code.ts';
import { goodPassword, type IdentityNode, newBrowser, openTestIdentity } from '#server/test/identity.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { requireFactor } from './factors/factor-check.ts';
import {
  actsOfMember,
  newGuarded,
  newOwner,
  outcomeOf,
  recoverFactors,
  tryFactor,
  wrongCodeOf,
} from './factors/second-factor.fixture.ts';
import { getSecondFactors } from './get-second-factors.ts';
import { renewBackupCodes } from './renew-backup-codes.ts';

const accounts = await openForFile(openTestIdentity);
const { node } = accounts;
const other = await accounts.addNode();

const minuteMs = 60_000;
const actsOf = (memberId: bigint) => actsOfMember(accounts.database, memberId);
const wrongCode = (secret: string) => wrongCodeOf(node, secret);

test('a backup code signs in once, however it is typed, on two nodes at the same moment as well', async () => {
  const { call, backupCodes } = await newGuarded(node, 'Backup01');
  const [first = '', second = '', third = ''] = backupCodes;
  expect(new Set(backupCodes).size).toBe(10);
  expect(await tryFactor(node, 'Backup01', newBrowser(), first.toUpperCase().replace('-', ' '))).toBe('signedIn');
  expect(await tryFactor(other, 'Backup01', newBrowser(), first)).toBe('secondFactorWrong');
  const answers = await Promise.all([node, other].map((on) => tryFactor(on, 'Backup01', newBrowser(), second)));
  expect(answers.sort()).toEqual(['secondFactorWrong', 'signedIn']);
  expect(await getSecondFactors(node.tables, call.member.memberId)).toMatchObject({
    authenticator: { backupCodesLeft: 8 },
  });
  expect((await actsOf(call.member.memberId)).filter((act) => act === 'backupCodeUsed')).toHaveLength(2);
  const { call: stranger } = await newGuarded(node, 'Backup02');
  expect(await outcomeOf(requireFactor(node, stranger.member.memberId, third, []))).toBe('secondFactorWrong');
  // Nor where somebody with the database's password gives the row to the other account: its hash is bound to its member.
  await accounts.database.owner.query('update backup_code set member_id = $2 where member_id = $1', [
    call.member.memberId,
    stranger.member.memberId,
  ]);
  expect(await outcomeOf(requireFactor(node, stranger.member.memberId, third, []))).toBe('secondFactorWrong');
});

test('a backup code typed as the app is turned off is not used, and nobody is told that it was', async () => {
  const { call, backupCodes } = await newGuarded(node, 'Backup03');
  const { memberId } = call.member;
  const passwords: IdentityNode['passwords'] = {
    ...node.passwords,
    async run(...work) {
      await recoverFactors(node, memberId);
      return await node.passwords.run(...work);
    },
  };
  expect(await requireFactor({ ...node, passwords }, memberId, backupCodes[0], [])).toBe(false);
});

test('new backup codes take the place of all old ones, for who knows password and code', async () => {
  const { call, secret, backupCodes } = await newGuarded(node, 'Renews01');
  accounts.passTime(minuteMs);
  const renew = (password: string, factor: string) => outcomeOf(renewBackupCodes(node, { password, factor }, call));
  expect(await renew('wrong999', codeAt(secret, node.wallNow()))).toBe('oldPasswordWrong');
  expect(await renew(goodPassword, wrongCode(secret))).toBe('secondFactorWrong');
  const renewed = await renew(goodPassword, codeAt(secret, node.wallNow()));
  if (typeof renewed === 'string') throw new Error(renewed);
  expect(renewed.backupCodes).toHaveLength(10);
  expect(await tryFactor(node, 'Renews01', newBrowser(), backupCodes[3])).toBe('secondFactorWrong');
  expect(await tryFactor(node, 'Renews01', newBrowser(), renewed.backupCodes[3])).toBe('signedIn');
  const plain = await newOwner(node, 'Renews02');
  const input = { password: goodPassword, factor: '123456' };
  expect(await outcomeOf(renewBackupCodes(node, input, plain))).toBe('authenticatorUnset');
});

test('every act of these tests was told to the open pages of its member, once, and no other was', async () => {
  const { recorded, announced } = await accounts.compareActs();
  expect(announced).toEqual(recorded);
});
