/** Operations that a fuzzed request is never granted, each with the reason; the fuzzer is held to every other one. */
export const ungrantable: Readonly<Record<string, string>> = {};
