import { registerHooks } from 'node:module';

const { E2E_DRAND_URL = '', E2E_DRAND_KEY = '' } = process.env;

/**
 * Loaded before a server under test: its drand network is the one that a journey runs on this machine, whose key is known, and its product clock may
 * be faster than the wall's. Everything else is the product's own code. It imports nothing of that: what is loaded already is not replaced.
 */
const replacements: readonly (readonly [file: string, before: RegExp, after: string])[] = [
  ['/core/fairness/quicknet.ts', /(?<=publicKey:\s*')[0-9a-f]{192}/, E2E_DRAND_KEY],
  ['/server/gateways/beacon/drand-beacon.ts', /(?<=drandServers.*= )\[[^\]]*\]/, JSON.stringify([E2E_DRAND_URL])],
  ['/server/app-gateways.ts', /(?<=isWallClock = )[^;]+/, 'true'],
];

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const [replacement] = replacements.filter(([file]) => url.endsWith(file));
    if (!replacement || loaded.source === undefined || loaded.source === null) return loaded;
    const [file, before, after] = replacement;
    const source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
    if (!before.test(source)) throw new Error(`${file} has changed: the text to replace is not there`);
    return { ...loaded, source: source.replace(before, after) };
  },
});
