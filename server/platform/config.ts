import { isIP } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod';
import { faultOfAddress, maskAddress } from './database/database-address.ts';
import { describeRail, evmEnvironment, evmSecrets, type RailSettings, railOf } from './evm-settings.ts';
import type { LogLevel } from './log.ts';

/** What can be set, all from the environment, all with a default. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Where members open the app: passkeys are bound to it. Undefined for the local machine alone. */
  readonly publicOrigin: string | undefined;
  /** Folder of the own database. */
  readonly dataFolder: string;
  /** A PostgreSQL that runs already, of one or several servers; undefined for the own one. */
  readonly databaseUrl: string | undefined;
  /** `replay`, or an exchange by its ccxt id. */
  readonly marketSource: string;
  readonly rail: RailSettings;
  readonly clock: { readonly startMs: number | null; readonly speed: number };
  /** Key that bank cards and authenticator apps are sealed with, 64 hexadecimal digits; undefined for the one in `cardKeyFile`. */
  readonly cardKey: string | undefined;
  /** Beside the database's folder, not inside: a copy of the database alone opens no card. */
  readonly cardKeyFile: string;
  /** Fixed answer of the captcha, for tests. */
  readonly captchaTest: string | undefined;
  /** Bearer key that the metrics are read with; undefined hides them. */
  readonly metricsKey: string | undefined;
  /** False lets tests and measurements call as often as they like. */
  readonly rateLimit: boolean;
  readonly logLevel: LogLevel;
}

const decimal = (text: string): boolean => /^\d+(\.\d+)?$/.test(text);

const environment = z.object({
  PORT: z
    .string()
    .default('8080')
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, 'a port from 1 to 65535, or 0 for any free one')
    .transform(Number),
  HOST: z
    .string()
    .default('127.0.0.1')
    .refine((text) => /^[A-Za-z0-9.:-]+$/.test(text), 'an address or a host name'),
  PUBLIC_ORIGIN: z
    .string()
    .refine(isPublicOrigin, 'an https:// address of nothing but a name and a port, like https://clearlot.example')
    .optional(),
  DATA_DIR: z
    .string()
    .default('.clearlot/')
    .transform((folder) => resolve(folder)),
  DATABASE_URL: z
    .string()
    .superRefine((text, context) => {
      const fault = faultOfAddress(text);
      if (fault !== undefined) context.addIssue(fault);
    })
    .optional(),
  NATS_URL: z
    .undefined({ error: () => 'left out: fan-out over NATS is not supported yet, nodes talk through the database' })
    .optional(),
  MARKET_SOURCE: z
    .string()
    .default('replay')
    .refine((text) => /^[a-z0-9]{2,40}$/.test(text), '"replay" or the id of an exchange, in small letters'),
  RAIL: z.enum(['sandbox', 'evm'], { error: () => '"sandbox" or "evm"' }).default('sandbox'),
  ...evmEnvironment,
  CLOCK_START: z
    .string()
    .refine(
      (text) => /^\d{4}-\d{2}-\d{2}(T|$)/.test(text) && !Number.isNaN(Date.parse(text)),
      'a moment like 2026-01-31T12:00:00Z',
    )
    .transform((text) => Date.parse(text))
    .optional(),
  CLOCK_SPEED: z
    .string()
    .default('1')
    .refine((text) => decimal(text) && Number(text) > 0 && Number(text) <= 100_000, 'a number over 0, at most 100000')
    .transform(Number),
  CARD_KEY: z
    .string()
    .refine((text) => /^[0-9a-f]{64}$/.test(text), '64 hexadecimal digits, in small letters')
    .optional(),
  VERIFY_CODE_TEST: z
    .string()
    .refine((text) => /^[A-Za-z0-9]{1,12}$/.test(text), '1 to 12 letters and digits')
    .optional(),
  METRICS_KEY: z
    .string()
    .refine((text) => /^[A-Za-z0-9._~+/=-]{16,200}$/.test(text), '16 to 200 letters, digits or ._~+/=-')
    .optional(),
  RATE_LIMIT: z.enum(['on', 'off'], { error: () => '"on" or "off"' }).default('on'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: () => 'one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info'),
});

/** Names that begin like ours: one of them that we do not know is a slip of the pen. */
const ownName = /^(CLEARLOT|PUBLIC|CLOCK|MARKET|RAIL|EVM|CARD|METRICS|VERIFY_CODE)(_|$)/;

/** Never repeated in a complaint. */
const secretNames = new Set<string>(['DATABASE_URL', 'CARD_KEY', 'METRICS_KEY', ...evmSecrets]);

/** Reads the settings. Throws one error that names every wrong one and says what it takes. */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const complaints = Object.keys(given)
    .filter((name) => ownName.test(name) && !(name in environment.shape))
    .map((name) => `${name} is not known. The settings are ${Object.keys(environment.shape).join(', ')}.`);
  const parsed = environment.safeParse(given);
  for (const issue of parsed.error?.issues ?? []) {
    const name = String(issue.path[0]);
    const value = secretNames.has(name) ? '' : ` (it is "${given[name]}")`;
    complaints.push(`${name} must be ${issue.message}${value}.`);
  }
  if (parsed.data?.VERIFY_CODE_TEST !== undefined && !isLoopback(parsed.data.HOST)) {
    complaints.push(
      `VERIFY_CODE_TEST opens every account to guessing: it is accepted on loopback only, and HOST is ${parsed.data.HOST}.`,
    );
  }
  if (parsed.data?.RATE_LIMIT === 'off' && !isLoopback(parsed.data.HOST)) {
    complaints.push(`RATE_LIMIT can be off on loopback only, and HOST is ${parsed.data.HOST}.`);
  }
  const chosen = parsed.data && railOf(parsed.data.RAIL, parsed.data);
  complaints.push(...(chosen?.complaints ?? []));
  if (complaints.length > 0 || !parsed.data || !chosen) throw new Error(complaints.join('\n'));
  const settings = parsed.data;
  return {
    port: settings.PORT,
    host: settings.HOST,
    publicOrigin: settings.PUBLIC_ORIGIN,
    dataFolder: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    marketSource: settings.MARKET_SOURCE,
    rail: chosen.rail,
    clock: { startMs: settings.CLOCK_START ?? null, speed: settings.CLOCK_SPEED },
    cardKey: settings.CARD_KEY,
    cardKeyFile: `${settings.DATA_DIR}.card.key`,
    captchaTest: settings.VERIFY_CODE_TEST,
    metricsKey: settings.METRICS_KEY,
    rateLimit: settings.RATE_LIMIT === 'on',
    logLevel: settings.LOG_LEVEL,
  };
}

/** The settings in use as lines to print, secrets masked. */
export function describeConfig(config: Config): string[] {
  const { clock } = config;
  const start = clock.startMs === null ? 'now' : new Date(clock.startMs).toISOString();
  return [
    `PORT ${config.port}, HOST ${config.host}, LOG_LEVEL ${config.logLevel}`,
    ...(config.publicOrigin === undefined ? [] : [`PUBLIC_ORIGIN ${config.publicOrigin}`]),
    config.databaseUrl === undefined
      ? `DATA_DIR ${config.dataFolder} (own PostgreSQL)`
      : `DATABASE_URL ${maskAddress(config.databaseUrl)}`,
    config.cardKey === undefined ? `CARD_KEY in ${config.cardKeyFile}` : 'CARD_KEY ****',
    ...(config.metricsKey === undefined ? [] : ['METRICS_KEY ****']),
    `MARKET_SOURCE ${config.marketSource}, ${describeRail(config.rail)}`,
    ...(clock.startMs !== null || clock.speed !== 1 ? [`CLOCK_START ${start}, CLOCK_SPEED ${clock.speed}`] : []),
    ...(config.rateLimit ? [] : ['RATE_LIMIT off: callers are not held back']),
    ...(config.captchaTest === undefined ? [] : ['VERIFY_CODE_TEST is set: the captcha protects nothing']),
  ];
}

/** Passkeys are bound to a name: browsers make none for an address in numbers, nor over plain http but on the own machine. */
function isPublicOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  if (origin !== text || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return false;
  return protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost');
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
