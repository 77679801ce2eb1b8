import * as z from 'zod';
import { type RailSettings, railOf } from './evm-settings.ts';
import type { LogLevel } from './log.ts';
import { isLoopback } from './network.ts';
import { type Setting, settings, type Values } from './settings.ts';
import { loopbackProxies } from './trusted-proxies.ts';

/** The settings, read from environment variables; all have a default. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Public origin of the app, to which passkeys are bound. Undefined for local use only. */
  readonly publicOrigin: string | undefined;
  /** Addresses and CIDR ranges of proxies whose forwarding headers are trusted. */
  readonly trustedProxies: readonly string[];
  /** Folder of the embedded database. */
  readonly dataFolder: string;
  /** URL of an existing PostgreSQL, one or several hosts; undefined for the embedded one. */
  readonly databaseUrl: string | undefined;
  /** The same database by the role that owns it; undefined where `databaseUrl` has it, or may not migrate. */
  readonly databaseOwnerUrl: string | undefined;
  /** `replay`, or an exchange by its ccxt id. */
  readonly marketSource: string;
  /** Folder of the recording for `replay`; undefined for the one that ships. */
  readonly recordingFolder: string | undefined;
  /** Which public value goes into the results of rounds. */
  readonly beacon: 'market' | 'drand';
  readonly rail: RailSettings;
  readonly clock: { readonly startMs: number | null; readonly speed: number };
  /** Encryption keys of bank cards and authenticator secrets, the newest first, each 64 hexadecimal digits, separated by commas; undefined for those in `cardKeyFile`. */
  readonly cardKey: string | undefined;
  /** Outside the database's folder: a copy of the database alone decrypts no card. */
  readonly cardKeyFile: string;
  /** Fixed answer of the captcha, for tests. */
  readonly captchaTest: string | undefined;
  /** Bearer token of /metrics; undefined hides them. */
  readonly metricsKey: string | undefined;
  /** False disables rate limits, for tests and benchmarks. */
  readonly rateLimit: boolean;
  /** True lets push messages go to this machine, for tests. */
  readonly pushToLoopback: boolean;
  readonly logLevel: LogLevel;
}

type Variables = Readonly<Record<string, string | undefined>>;

const all: readonly (readonly [name: string, setting: Setting<unknown>])[] = Object.entries(settings);
const environment = z.object(Object.fromEntries(all.map(([name, { schema }]) => [name, schema])));

/** Prefixes of our settings: an unknown name with one of them is a typo. */
const ownName = /^(CLEARLOT|PUBLIC|CLOCK|BEACON|MARKET|RECORDING|RAIL|EVM|CARD|METRICS|PUSH|TRUSTED|VERIFY_CODE)(_|$)/;

/** Reads the settings. Throws one error that lists every invalid one with its expected form. */
export function readConfig(variables: Variables): Config {
  const values = readValues(variables);
  return {
    port: values.PORT,
    host: values.HOST,
    publicOrigin: values.PUBLIC_ORIGIN,
    trustedProxies: values.TRUSTED_PROXIES,
    dataFolder: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    marketSource: values.MARKET_SOURCE,
    recordingFolder: values.RECORDING_DIR,
    beacon: values.BEACON,
    rail: railOf(values),
    clock: { startMs: values.CLOCK_START ?? null, speed: values.CLOCK_SPEED },
    cardKey: values.CARD_KEY,
    cardKeyFile: `${values.DATA_DIR}.card.key`,
    captchaTest: values.VERIFY_CODE_TEST,
    metricsKey: values.METRICS_KEY,
    rateLimit: values.RATE_LIMIT === 'on',
    pushToLoopback: values.PUSH_TO_LOOPBACK === 'on',
    logLevel: values.LOG_LEVEL,
  };
}

/** The settings in use as lines to print, secrets masked. Throws like `readConfig`. */
export function describeSettings(variables: Variables): string[] {
  const values = readValues(variables);
  return all.flatMap(([name, { print = String, ofRail }]) => {
    const value = values[name as keyof Values];
    const counts = value !== undefined && (ofRail === undefined || ofRail === values.RAIL);
    return counts ? [`${name} ${print(value)}`] : [];
  });
}

function readValues(variables: Variables): Values {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(given);
  const complaints = [
    ...Object.keys(given)
      .filter((name) => ownName.test(name) && !(name in settings))
      .map((name) => `${name} is not known. The settings are ${Object.keys(settings).join(', ')}.`),
    ...(parsed.error?.issues ?? []).map(({ path, message }) => {
      const name = String(path[0]) as keyof Values;
      return `${name} must be ${message}${'isSecret' in settings[name] ? '' : ` (it is "${given[name]}")`}.`;
    }),
  ];
  const values = parsed.data as Values | undefined;
  if (values) complaints.push(...conflicts(values, given));
  if (complaints.length > 0 || !values) throw new Error(complaints.join('\n'));
  return values;
}

/** Errors of settings that conflict. */
function conflicts(values: Values, given: Variables): string[] {
  const { HOST, RAIL } = values;
  const complaints: string[] = [];
  if (values.DATABASE_OWNER_URL !== undefined && values.DATABASE_URL === undefined)
    complaints.push('DATABASE_OWNER_URL counts with DATABASE_URL only: set that as well, or leave it out.');
  if (values.VERIFY_CODE_TEST !== undefined && !isLoopback(HOST))
    complaints.push(
      `VERIFY_CODE_TEST opens every account to guessing: it is accepted on loopback only, and HOST is ${HOST}.`,
    );
  if (values.RATE_LIMIT === 'off' && !isLoopback(HOST))
    complaints.push(`RATE_LIMIT can be off on loopback only, and HOST is ${HOST}.`);
  if (values.PUSH_TO_LOOPBACK === 'on' && !isLoopback(HOST))
    complaints.push(`PUSH_TO_LOOPBACK can be on on loopback only, and HOST is ${HOST}.`);
  for (const [name, { ofRail, isNeeded }] of all) {
    if (ofRail !== undefined && ofRail !== RAIL && name in given)
      complaints.push(`${name} counts with RAIL=${ofRail} only: set that, or leave ${name} out.`);
    if (isNeeded && ofRail === RAIL && !(name in given)) complaints.push(`${name} must be set with RAIL=${ofRail}.`);
  }
  return complaints;
}

/** Warnings about valid settings that are probably a mistake. */
export function warningsOf({ host, publicOrigin, trustedProxies, rail }: Config): string[] {
  const warnings: string[] = [];
  if (rail.kind === 'evm' && /^http:/.test(rail.rpcUrl) && !isLoopback(new URL(rail.rpcUrl).hostname))
    warnings.push(
      'EVM_RPC_URL is http:// on another machine: whoever is between can make up deposits. Use https:// unless nobody else can reach that network.',
    );
  const isBehindProxy = publicOrigin?.startsWith('https:') ?? false;
  const areLocal = trustedProxies.every((one) => loopbackProxies.includes(one));
  if (!isBehindProxy || !areLocal || isLoopback(host)) return warnings;
  warnings.push(
    `PUBLIC_ORIGIN is ${publicOrigin}, so a proxy ends TLS in front of this server. Unless it runs on this machine, set TRUSTED_PROXIES to its address: otherwise all members share one address and its limits.`,
  );
  return warnings;
}
