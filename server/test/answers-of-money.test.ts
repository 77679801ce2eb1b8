import { expect, test } from 'vitest';
import { getDeposit, listDepositChannels, listDeposits, requestDeposit } from '#contract/deposits.ts';
import { getPurse, getWallet, listAccountRecords } from '#contract/wallet.ts';
import { openForFile } from './open-for-file.fixture.ts';
import { WireAnswers } from './wire-answers.fixture.ts';
import { openWireWorld } from './wire-world.fixture.ts';

const world = await openForFile(() => openWireWorld());

test('a member is answered its deposits', async () => {
  const ann = await world.member('annmoney1');
  const answers = new WireAnswers();
  await world.fund(ann, '1000');
  await ann.keep(answers, getWallet);
  await ann.keep(answers, getPurse);
  await ann.keep(answers, listDepositChannels);
  await ann.keep(answers, requestDeposit, { channel: 'sandbox', amount: '150.5' });
  await ann.keep(answers, listDeposits);
  await ann.keep(answers, listAccountRecords);
  answers.expectKept();
});
