import { parseAmount } from '#core/money/amount.ts';
import { isChecksummedAddress } from '#core/withdrawals/address.ts';
import { startAnvil } from '#server/gateways/evm/anvil.fixture.ts';
import { chainAt, developmentXpub } from '#server/gateways/evm/chain.fixture.ts';

const port = 8_545;
const url = `http://127.0.0.1:${port}`;
/** Address of the first contract that the development mnemonic's first account deploys on a new chain. */
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

const usage = `A chain on this machine to try deposits with, and test USDT on it that are worth nothing.

  node tools/chain/dev-chain.ts                       starts it, until Ctrl-C, and says how to start Clearlot with it
  node tools/chain/dev-chain.ts pay ADDRESS AMOUNT    sends that many test USDT to a deposit address
`;

async function main(words: readonly string[]): Promise<number> {
  const [act, address, amountText] = words;
  if (act === undefined) return start();
  const amount = amountText === undefined ? null : parseAmount('USDT', amountText);
  const isPayment = act === 'pay' && words.length === 3 && address !== undefined && isChecksummedAddress(address);
  if (!isPayment || amount === null || amount <= 0n) {
    process.stderr.write(usage);
    return 2;
  }
  const chain = chainAt(url);
  const transaction = await chain.mint(token, address, amount);
  await chain.send(transaction);
  process.stdout.write(`${transaction.hash}\n`);
  return 0;
}

async function start(): Promise<number> {
  const anvil = await startAnvil({ port, blockSeconds: 2 });
  await chainAt(anvil.url).deployToken();
  process.stdout.write(`A new chain runs at ${anvil.url}, with a block every two seconds. Every new chain dependencies a new DATA_DIR:

  RAIL=evm EVM_RPC_URL=${anvil.url} EVM_TOKEN=${token} \\
  EVM_XPUB=${developmentXpub} \\
  EVM_CONFIRMATIONS=6 DATA_DIR=.clearlot-chain npm start
`);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await anvil.stop();
  return 0;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  return 1;
});
