import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { describeSettings, readConfig, warningsOf } from './config.ts';
import type { settings } from './settings.ts';

test('every setting has a default', () => {
  expect(readConfig({ PATH: '/bin', HOME: '/home/somebody' })).toEqual({
    port: 8080,
    host: '127.0.0.1',
    publicOrigin: undefined,
    trustedProxies: ['127.0.0.0/8', '::1'],
    dataFolder: expect.stringMatching(/\.clearlot$/),
    databaseUrl: undefined,
    databaseOwnerUrl: undefined,
    marketSource: 'replay',
    recordingFolder: undefined,
    beacon: 'market',
    rail: { kind: 'sandbox' },
    clock: { startMs: null, speed: 1 },
    cardKey: undefined,
    cardKeyFile: expect.stringMatching(/\.clearlot\.card\.key$/),
    captchaTest: undefined,
    metricsKey: undefined,
    rateLimit: true,
    pushToLoopback: false,
    logLevel: 'info',
  });
});

test('settings are read from the environment, an empty one counts as none', () => {
  const config = readConfig({
    PORT: '9000',
    CLOCK_START: '2026-01-31T12:00:00Z',
    CLOCK_SPEED: '600',
    PUBLIC_ORIGIN: '',
    HOST: '',
  });
  expect(config).toMatchObject({
    port: 9000,
    host: '127.0.0.1',
    clock: { startMs: Date.UTC(2026, 0, 31, 12), speed: 600 },
  });
});

test('every setting that is given arrives in its own place', () => {
  const rail = {
    EVM_RPC_URL: 'https://node.example/v2',
    EVM_TOKEN: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    EVM_XPUB: `xpub${'6'.repeat(107)}`,
    EVM_CONFIRMATIONS: '3',
    EVM_CHAIN_ID: '11155111',
  };
  const given: Readonly<Record<keyof typeof settings, string>> = {
    PORT: '9001',
    HOST: '127.0.0.7',
    PUBLIC_ORIGIN: 'https://clearlot.example',
    TRUSTED_PROXIES: '10.0.0.0/8',
    DATA_DIR: '/srv/clearlot',
    CARD_KEY: 'c0de'.repeat(16),
    DATABASE_URL: 'postgres://serving@localhost/clearlot',
    DATABASE_OWNER_URL: 'postgres://owner@localhost/clearlot',
    MARKET_SOURCE: 'binanceusdm',
    RECORDING_DIR: '/srv/recording',
    BEACON: 'drand',
    RAIL: 'evm',
    CLOCK_START: '2026-01-31T12:00:00Z',
    CLOCK_SPEED: '2.5',
    METRICS_KEY: 'key-of-the-metrics',
    RATE_LIMIT: 'off',
    VERIFY_CODE_TEST: '1234',
    PUSH_TO_LOOPBACK: 'on',
    LOG_LEVEL: 'warn',
    ...rail,
  };
  expect(readConfig(given)).toEqual({
    port: 9001,
    host: '127.0.0.7',
    publicOrigin: given.PUBLIC_ORIGIN,
    trustedProxies: ['10.0.0.0/8'],
    dataFolder: '/srv/clearlot',
    databaseUrl: given.DATABASE_URL,
    databaseOwnerUrl: given.DATABASE_OWNER_URL,
    marketSource: 'binanceusdm',
    recordingFolder: '/srv/recording',
    beacon: 'drand',
    rail: {
      kind: 'evm',
      rpcUrl: rail.EVM_RPC_URL,
      chainId: 11_155_111,
      token: rail.EVM_TOKEN,
      xpub: rail.EVM_XPUB,
      confirmations: 3,
    },
    clock: { startMs: Date.UTC(2026, 0, 31, 12), speed: 2.5 },
    cardKey: given.CARD_KEY,
    cardKeyFile: '/srv/clearlot.card.key',
    captchaTest: '1234',
    metricsKey: given.METRICS_KEY,
    rateLimit: false,
    pushToLoopback: true,
    logLevel: 'warn',
  });
  const masked = ['CARD_KEY', 'METRICS_KEY', 'EVM_XPUB'].map((name) => `${name} ****`);
  expect(describeSettings(given)).toEqual(expect.arrayContaining([...masked, 'CLOCK_START 2026-01-31T12:00:00.000Z']));
});

test('folders are those seen from where it is started', () => {
  const { dataFolder, recordingFolder } = readConfig({ DATA_DIR: 'data', RECORDING_DIR: 'candles' });
  expect([dataFolder, recordingFolder]).toEqual([resolve('data'), resolve('candles')]);
});

test.each([
  ['PORT', '80 80'],
  ['PORT', '65536'],
  ['CARD_KEY', 'too short'],
  ['METRICS_KEY', 'fifteen.letters'],
  ['METRICS_KEY', 'k'.repeat(201)],
  ['METRICS_KEY', 'long enough but with spaces'],
  ['HOST', 'a b'],
  ['PUBLIC_ORIGIN', 'clearlot.example'],
  ['PUBLIC_ORIGIN', 'http://clearlot.example'],
  ['PUBLIC_ORIGIN', 'https://clearlot.example/'],
  ['PUBLIC_ORIGIN', 'https://someone@clearlot.example'],
  ['PUBLIC_ORIGIN', 'https://192.0.2.7'],
  ['PUBLIC_ORIGIN', 'https://[2001:db8::1]'],
  ['PUBLIC_ORIGIN', 'file:///etc'],
  ['TRUSTED_PROXIES', 'proxy.example'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', '10.0.0.1 10.0.0.2'],
  ['TRUSTED_PROXIES', '10.0.0.1,'],
  ['TRUSTED_PROXIES', 'none,10.0.0.1'],
  ['TRUSTED_PROXIES', '10.1'],
  ['DATABASE_URL', 'mysql://somewhere/db'],
  ['DATABASE_URL', 'postgres://u@db1:5432,db2:99999/name'],
  ['DATABASE_URL', 'postgres://u@/name?host=db1,db2'],
  ['DATABASE_URL', 'postgres://u@db/name'],
  ['MARKET_SOURCE', '../replay'],
  ['RAIL', 'mainnet'],
  ['EVM_RPC_URL', 'node:8545'],
  ['EVM_CHAIN_ID', '0x1'],
  ['EVM_TOKEN', '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'],
  ['EVM_XPUB', 'xpub6Ce9NcJvTk36'],
  ['EVM_CONFIRMATIONS', '0'],
  ['EVM_CONFIRMATIONS', '1000'],
  ['CLOCK_START', 'yesterday'],
  ['CLOCK_START', '2026'],
  ['CLOCK_START', '2026-01-31 12:00'],
  ['CLOCK_SPEED', '0'],
  ['CLOCK_SPEED', '-5'],
  ['CLOCK_SPEED', '1e3'],
  ['CLOCK_SPEED', '100001'],
  ['VERIFY_CODE_TEST', 'not a code'],
  ['VERIFY_CODE_TEST', '1'.repeat(13)],
  ['RATE_LIMIT', '5'],
  ['LOG_LEVEL', 'loud'],
])('%s=%s stops the start with a message that names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be `));
});

test.each(['https://clearlot.example', 'https://clearlot.example:8443', 'http://localhost:8080'])(
  'PUBLIC_ORIGIN=%s is where passkeys are bound to',
  (origin) => {
    expect(readConfig({ PUBLIC_ORIGIN: origin }).publicOrigin).toBe(origin);
  },
);

test('the address of the owner is refused without that of the serving role', () => {
  const owner = { DATABASE_OWNER_URL: 'postgres://owner@db/clearlot?sslmode=verify-full' };
  expect(() => readConfig(owner)).toThrow('DATABASE_OWNER_URL counts with DATABASE_URL only');
  expect(readConfig({ ...owner, DATABASE_URL: 'postgres://serving@localhost/clearlot' })).toMatchObject({
    databaseUrl: 'postgres://serving@localhost/clearlot',
    databaseOwnerUrl: owner.DATABASE_OWNER_URL,
  });
});

test('a misspelt setting stops the start, and all complaints come at once', () => {
  expect(() => readConfig({ CLOCK_SPED: '2', CLEARLOT_PORT: '1', PORT: 'x' })).toThrow(
    /CLOCK_SPED.*\n.*CLEARLOT_PORT.*\n.*PORT/,
  );
});

test('a name like one of the settings’ that is none is named, and what belongs to others is left alone', () => {
  for (const name of [
    ...['PUBLIC_URL', 'CLOCK_STARTS', 'BEACON_SOURCE', 'MARKET', 'RECORDING_FOLDER', 'RAIL_KIND', 'EVM_URL'],
    ...['CARD_KEYS', 'METRICS_TOKEN', 'PUSH_TO', 'TRUSTED_PROXY', 'VERIFY_CODE'],
  ]) {
    expect(() => readConfig({ [name]: '1' })).toThrow(`${name} is not known. The settings are PORT, HOST, `);
  }
  expect(() => readConfig({ CLOCKWORK: '1', MARKETING: '1', RAILS_ENV: '1', HOSTNAME: 'here' })).not.toThrow();
});

test('what counts with another rail alone is not printed', () => {
  expect(describeSettings({}).filter((line) => line.startsWith('EVM'))).toEqual([]);
});

test('the fixed captcha is refused unless the server listens on loopback', () => {
  expect(() => readConfig({ VERIFY_CODE_TEST: '1234', HOST: '0.0.0.0' })).toThrow('accepted on loopback only');
  expect(() => readConfig({ RATE_LIMIT: 'off', HOST: '0.0.0.0' })).toThrow('on loopback only');
  expect(() => readConfig({ PUSH_TO_LOOPBACK: 'on', HOST: '0.0.0.0' })).toThrow('on loopback only');
  expect(readConfig({ VERIFY_CODE_TEST: '1234', HOST: '127.0.0.5' }).captchaTest).toBe('1234');
});

test('printed settings show no secret', () => {
  const url = 'postgres://somebody:s3cret@db/clearlot?sslmode=require&password=s3cret';
  const keys = { CARD_KEY: 'c0de'.repeat(16), METRICS_KEY: 's3cret'.repeat(3) };
  const lines = describeSettings({ DATABASE_URL: url, VERIFY_CODE_TEST: 's3cret', ...keys }).join('\n');
  expect(lines).toContain('CARD_KEY ****\nDATABASE_URL postgres://');
  expect(lines).toContain('postgres://somebody:****@db/clearlot');
  expect(lines).not.toMatch(/s3cret|c0de/);
  expect(() => readConfig({ DATABASE_URL: 'mysql://u:s3cret@db' })).toThrow(/^(?!.*s3cret)/);
});

test('no complaint repeats a secret', () => {
  const evm = { RAIL: 'evm', EVM_TOKEN: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' };
  for (const name of ['CARD_KEY', 'METRICS_KEY', 'DATABASE_OWNER_URL', 'EVM_RPC_URL', 'EVM_XPUB']) {
    expect(() => readConfig({ ...evm, [name]: 's3 cret' })).toThrow(new RegExp(`^(?![^]*s3)[^]*${name} must be `));
  }
});

test('the largest values are taken, and what is off or none is printed as that', () => {
  const largest = {
    PORT: '65535',
    CLOCK_SPEED: '100000',
    METRICS_KEY: 'sixteen.letters_',
    VERIFY_CODE_TEST: 'A1b2C3d4E5f6',
  };
  expect(readConfig(largest)).toMatchObject({ port: 65_535, clock: { speed: 100_000 }, captchaTest: 'A1b2C3d4E5f6' });
  const lines = describeSettings({ ...largest, TRUSTED_PROXIES: 'none', RATE_LIMIT: 'off' });
  for (const line of [
    'TRUSTED_PROXIES none',
    'RATE_LIMIT off: callers are not held back',
    'VERIFY_CODE_TEST ****: the captcha protects nothing',
  ]) {
    expect(lines).toContain(line);
  }
  const owner = 'postgres://owner:s3cret@localhost/clearlot';
  expect(describeSettings({ DATABASE_URL: owner, DATABASE_OWNER_URL: owner }).join()).not.toContain('s3cret');
});

test('a rail’s own settings are refused with another one', () => {
  for (const name of ['EVM_CONFIRMATIONS', 'EVM_CHAIN_ID']) {
    expect(() => readConfig({ [name]: '3' })).toThrow(`${name} counts with RAIL=evm only`);
  }
});

test('proxies are listed with commas, and may be none', () => {
  expect(readConfig({ TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::7' }).trustedProxies).toEqual([
    '10.0.0.0/8',
    '2001:db8::7',
  ]);
  expect(readConfig({ TRUSTED_PROXIES: 'none' }).trustedProxies).toEqual([]);
});

test('a chain’s node that is read unencrypted on another machine comes with a warning', () => {
  const rail = {
    RAIL: 'evm',
    EVM_TOKEN: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    EVM_XPUB: `xpub${'6'.repeat(107)}`,
  };
  const warned = (url: string) => warningsOf(readConfig({ ...rail, EVM_RPC_URL: url }));
  expect(warned('http://node.example:8545/s3cret')).toEqual([expect.stringMatching(/^EVM_RPC_URL (?!.*s3cret)/)]);
  expect(warned('https://node.example')).toEqual([]);
  for (const here of ['127.0.0.1', '[::1]', 'localhost']) expect(warned(`http://${here}:8545`)).toEqual([]);
});

test('a start in which all members would have one address comes with a warning', () => {
  const behind = { PUBLIC_ORIGIN: 'https://clearlot.example', HOST: '0.0.0.0' };
  expect(warningsOf(readConfig(behind))).toEqual([expect.stringContaining('TRUSTED_PROXIES')]);
  expect(warningsOf(readConfig({ ...behind, TRUSTED_PROXIES: 'none' }))).toHaveLength(1);
  expect(warningsOf(readConfig({ ...behind, TRUSTED_PROXIES: '172.18.0.0/16' }))).toEqual([]);
  expect(warningsOf(readConfig({ ...behind, HOST: '127.0.0.1' }))).toEqual([]);
  expect(warningsOf(readConfig({ HOST: '0.0.0.0' }))).toEqual([]);
});
