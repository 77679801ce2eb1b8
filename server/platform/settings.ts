import { isIP } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod';
import { isChecksummedAddress } from '#core/withdrawals/address.ts';
import { faultOfAddress, maskAddress } from './database/database-address.ts';
import { logLevels } from './log.ts';
import { isAddressRange, loopbackProxies } from './trusted-proxies.ts';

/** One setting: the single source for reading, printing and documenting it. */
export interface Setting<Value> {
  readonly schema: z.ZodType<Value>;
  /** Default, parsed like a given value. */
  readonly default?: string;
  /** For the README: the default, where it is no fixed value. */
  readonly otherwise?: string;
  /** For the README: description. */
  readonly about: string;
  /** Formats the value for the printed settings; default: as it is. */
  print?(value: NonNullable<Value>): string;
  /** Its value appears in no error message. A secret has a `print` that masks it. */
  readonly isSecret?: true;
  /** Only valid with this rail: given with another one, startup fails. */
  readonly ofRail?: 'evm';
  /** Required with its rail. */
  readonly isNeeded?: true;
}

type Options<Value> = Omit<Setting<Value>, 'schema' | 'default'>;

const masked = (): string => '****';

/** A string that satisfies a test; `must` words the error. */
const text = (isGood: (text: string) => boolean, must: string) => z.string().refine(isGood, must);

const withDefault = <Value>(
  fallback: string,
  schema: z.ZodType<Value, string>,
  options: Options<Value>,
): Setting<Value> => ({ schema: z.string().default(fallback).pipe(schema), default: fallback, ...options });

const optional = <Value>(
  schema: z.ZodType<Value, string>,
  options: Options<Value | undefined>,
): Setting<Value | undefined> => ({ schema: schema.optional(), ...options });

const databaseAddress = z.string().superRefine((url, context) => {
  const fault = faultOfAddress(url);
  if (fault !== undefined) context.addIssue(fault);
});

/** Every setting, in the order of the README, whose tables a test compares with this one. All from the environment. */
export const settings = {
  PORT: withDefault(
    '8080',
    text(
      (port) => /^\d{1,5}$/.test(port) && Number(port) <= 65_535,
      'a port from 1 to 65535, or 0 for any free one',
    ).transform(Number),
    { about: 'port it listens on' },
  ),
  HOST: withDefault(
    '127.0.0.1',
    text((host) => /^[A-Za-z0-9.:-]+$/.test(host), 'an address or a host name'),
    { about: 'address it listens on' },
  ),
  PUBLIC_ORIGIN: optional(
    text(isPublicOrigin, 'an https:// address of nothing but a name and a port, like https://clearlot.example'),
    {
      about:
        'where members open it, such as `https://clearlot.example`: passkeys are bound to that name, and requests for another are refused. Without it they work at `http://localhost:8080` alone; browsers make none for `127.0.0.1`',
    },
  ),
  TRUSTED_PROXIES: withDefault(
    loopbackProxies.join(','),
    text(
      (list) => list === 'none' || list.split(',').every((one) => isAddressRange(one.trim())),
      'addresses and ranges (10.0.0.0/8) with commas between them, or "none"',
    ).transform((list) => (list === 'none' ? [] : list.split(',').map((one) => one.trim()))),
    {
      about:
        'the proxies in front of it: addresses and ranges, with commas between them. `X-Forwarded-For` and `-Proto` are read from these alone',
      print: (proxies) => (proxies.length === 0 ? 'none' : proxies.join(',')),
    },
  ),
  DATA_DIR: withDefault(
    '.clearlot/',
    z.string().transform((folder) => resolve(folder)),
    { about: 'the own database' },
  ),
  CARD_KEY: optional(
    text((keys) => /^[0-9a-f]{64}(,[0-9a-f]{64})*$/.test(keys), '64 hexadecimal digits, in small letters'),
    {
      otherwise: 'in `<DATA_DIR>.card.key`',
      about:
        '64 hexadecimal digits that bank cards and authenticator apps are sealed with; the file is made at the first start. Nodes of one database share it. A former key follows the newest behind a comma ([docs/keys.md](docs/keys.md))',
      print: masked,
      isSecret: true,
    },
  ),
  DATABASE_URL: optional(databaseAddress, {
    about:
      'a PostgreSQL that runs already instead, 15 or newer; of several (`postgres://user@host1,host2/name`) it follows the primary. On another machine it needs `?sslmode=verify-full`, or an explicit `disable`',
    print: maskAddress,
    isSecret: true,
  }),
  DATABASE_OWNER_URL: optional(databaseAddress, {
    about:
      'the same database by the role that owns it, to migrate; the role of `DATABASE_URL` then needs to own nothing ([roles](docs/database-roles.md))',
    print: maskAddress,
    isSecret: true,
  }),
  MARKET_SOURCE: withDefault(
    'replay',
    text((id) => /^[a-z0-9]{2,40}$/.test(id), '"replay" or the id of an exchange, in small letters'),
    { about: 'or an exchange as ccxt calls it, such as `binanceusdm`' },
  ),
  RECORDING_DIR: optional(
    z.string().transform((folder) => resolve(folder)),
    { otherwise: 'the one that ships', about: 'folder of the recording to replay, packed by `tools/candles/pack.ts`' },
  ),
  BEACON: withDefault('market', z.enum(['market', 'drand'], { error: () => '"market" or "drand"' }), {
    about:
      'the public value that the results of rounds depend on beside their seeds: the first candles after betting, or `drand` (needs the internet, and a product clock that is the wall clock)',
  }),
  RAIL: withDefault('sandbox', z.enum(['sandbox', 'evm'], { error: () => '"sandbox" or "evm"' }), {
    about: 'where deposits come from; `evm` for a test network, see below',
  }),
  CLOCK_START: optional(
    text(
      (moment) => /^\d{4}-\d{2}-\d{2}(T|$)/.test(moment) && !Number.isNaN(Date.parse(moment)),
      'a moment like 2026-01-31T12:00:00Z',
    ).transform((moment) => Date.parse(moment)),
    {
      otherwise: 'now',
      about: 'initial time of the product clock at the first start, for demonstrations',
      print: (at) => new Date(at).toISOString(),
    },
  ),
  CLOCK_SPEED: withDefault(
    '1',
    text(
      (speed) => /^\d+(\.\d+)?$/.test(speed) && Number(speed) > 0 && Number(speed) <= 100_000,
      'a number over 0, at most 100000',
    ).transform(Number),
    { about: 'speed of the product clock' },
  ),
  METRICS_KEY: optional(
    text((key) => /^[A-Za-z0-9._~+/=-]{16,200}$/.test(key), '16 to 200 letters, digits or ._~+/=-'),
    {
      about: 'bearer token for `/metrics` (`authorization: Bearer …`); without it `/metrics` is closed',
      print: masked,
      isSecret: true,
    },
  ),
  RATE_LIMIT: withDefault('on', z.enum(['on', 'off'], { error: () => '"on" or "off"' }), {
    about: '`off` for measurements, on loopback only',
    print: (state) => (state === 'off' ? 'off: callers are not held back' : state),
  }),
  VERIFY_CODE_TEST: optional(
    text((code) => /^[A-Za-z0-9]{1,12}$/.test(code), '1 to 12 letters and digits'),
    {
      about: "fixes the captcha's answer for tests and makes its work easy, on loopback only",
      print: () => '****: the captcha protects nothing',
    },
  ),
  PUSH_TO_LOOPBACK: withDefault('off', z.enum(['on', 'off'], { error: () => '"on" or "off"' }), {
    about: '`on` lets push messages go to `http://127.0.0.1`, for tests, on loopback only',
  }),
  LOG_LEVEL: withDefault('info', z.enum(logLevels, { error: () => `one of ${logLevels.join(', ')}` }), {
    about: "pino's levels",
  }),
  EVM_RPC_URL: optional(
    text((url) => /^https?:\/\/./.test(url) && URL.canParse(url), 'the http(s):// address of a node'),
    // Path or query may contain a provider's API key.
    {
      ofRail: 'evm',
      isNeeded: true,
      about: "the chain's node",
      print: (url) => `${new URL(url).origin}/****`,
      isSecret: true,
    },
  ),
  EVM_TOKEN: optional(
    text(isChecksummedAddress, 'the address of the test token, with its checksum in capital letters'),
    {
      ofRail: 'evm',
      isNeeded: true,
      about: 'address of the test token, with its checksum; it has 6 decimals',
    },
  ),
  EVM_XPUB: optional(
    text(
      (key) => /^xpub[1-9A-HJ-NP-Za-km-z]{107}$/.test(key),
      'an extended public key (xpub…). A private one does not belong here: this server never spends',
    ),
    {
      ofRail: 'evm',
      isNeeded: true,
      about: "extended public key (`m/44'/60'/0'`) that the members' addresses come from; a private one is refused",
      // Reveals the deposit addresses of all members.
      print: masked,
      isSecret: true,
    },
  ),
  EVM_CONFIRMATIONS: withDefault(
    '12',
    text((count) => /^[1-9]\d{0,2}$/.test(count), 'a whole number from 1 to 999').transform(Number),
    { ofRail: 'evm', about: 'blocks until a transfer is credited' },
  ),
  EVM_CHAIN_ID: optional(text((id) => /^[1-9]\d{0,14}$/.test(id), 'the number of a chain').transform(Number), {
    ofRail: 'evm',
    about: 'refuses any other test chain than this one',
  }),
};

type SettingName = keyof typeof settings;

export type Values = {
  readonly [Name in SettingName]: (typeof settings)[Name] extends Setting<infer Value> ? Value : never;
};

/** Passkeys need a host name: browsers refuse IP addresses, and plain http except on localhost. */
function isPublicOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  if (url.origin !== origin || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === 'localhost');
}
