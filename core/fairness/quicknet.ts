/** drand’s quicknet, a beacon of the League of Entropy: a BLS12-381 signature every three seconds. Its parameters are those of its public chain info. */
export const quicknet = {
  chain: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  domain: 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_',
  /** Time of round 1 in ms. */
  genesisMs: 1_692_803_367_000,
  periodMs: 3_000,
} as const;

/** When a round of quicknet is published, ms since 1970 UTC. */
export function publishedAt(round: number): number {
  return quicknet.genesisMs + (round - 1) * quicknet.periodMs;
}

/** The first round of quicknet that is published strictly after a moment, ms since 1970 UTC. */
export function roundAfter(ms: number): number {
  return Math.max(1, Math.floor((ms - quicknet.genesisMs) / quicknet.periodMs) + 2);
}
