import { bug, mutantsOf } from '../mutant.ts';

const of = (name: string, ...more: string[]): string[] => [`server/platform/${name}.test.ts`, ...more];

/** Settings, gates, logs and small things that every feature stands on. */
export const platformMore = mutantsOf('platform', [
  {
    file: 'server/platform/read-page.ts',
    tests: of('read-page'),
    bugs: [
      bug('a page of just as many rows as there are leads on', 'found.length > size', 'found.length >= size'),
      bug('a list ends with its first page', 'await read(size + 1)', 'await read(size)'),
      bug('a page shows the first row of the next one', 'found.slice(0, size)', 'found.slice(0, size + 1)'),
      bug('a page ends a row early', 'found.slice(0, size)', 'found.slice(0, size - 1)'),
    ],
  },
  {
    file: 'server/platform/trusted-proxies.ts',
    tests: of('trusted-proxies', 'server/platform/http/proxy.test.ts'),
    bugs: [
      bug(
        'an address without a range trusts its network',
        "[parsed, parsed.kind() === 'ipv4' ? 32 : 128]",
        "[parsed, parsed.kind() === 'ipv4' ? 8 : 128]",
      ),
      bug(
        'a mapped address is no proxy',
        'const parsed = ipaddr.process(address);\n    return',
        'const parsed = ipaddr.parse(address);\n    return',
      ),
      bug('every one of the ranges must match', 'ranges.some((range)', 'ranges.every((range)'),
      bug(
        'a caller without an address is a proxy',
        'return (address) => address !== undefined && address.length',
        'return (address) => address === undefined || address.length',
      ),
      bug(
        'short forms of addresses are ranges',
        'IPv4.isValidFourPartDecimal(text) || IPv4.isValidCIDRFourPartDecimal(text)',
        'IPv4.isValid(text) || IPv4.isValidCIDR(text)',
      ),
    ],
  },
  {
    file: 'server/platform/password-gate.ts',
    tests: of('password-gate'),
    bugs: [
      bug('nobody’s password is somebody’s', 'return matched && passwordHash !== undefined;', 'return matched;'),
      bug(
        'any password is right',
        'const matched = await verify(passwordHash ?? nobodysHash, password);',
        'const matched = (await verify(passwordHash ?? nobodysHash, password)) || true;',
      ),
      bug(
        'hashing has no bound',
        'hash: (group, password) => bulkheadOf(group).run(group, () => hash(password, strength))',
        'hash: (_group, password) => hash(password, strength)',
      ),
      bug('a hash takes a tenth of the memory', 'memoryCost: 19_456', 'memoryCost: 1_945'),
      bug('members wait behind visitors', 'isTurnOfMember(group) ? ofMembers : ofVisitors', 'ofVisitors'),
    ],
  },
  {
    file: 'server/platform/bulkhead.ts',
    tests: of('password-gate'),
    bugs: [
      bug(
        'work that fails keeps its place',
        '    try {\n      return await work();\n    } finally {',
        '    const result = await work();\n    try {\n      return result;\n    } finally {',
      ),
      bug('the queue has no end', "      if (crowd === null) throw new Refusal('serverBusy');\n", ''),
      bug('a place is given twice', '      this.#begin(next.subject);\n', ''),
      bug('checks of one account are made side by side', "subject === '' || !this.#running.has(subject)", 'true'),
      bug('a full queue is room', 'this.#queue.size < this.#queueMax', 'this.#queue.size <= this.#queueMax'),
    ],
  },
  {
    file: 'server/platform/security-log.ts',
    tests: of('security-log', 'server/test/security-log.test.ts'),
    bugs: [
      bug('names stand in the log', 'account: nameHash(username)', 'account: username'),
      bug('a name’s hash depends on its letter case', 'update(name.toLowerCase())', 'update(name)'),
      bug('names can be guessed without the key', "createHmac('sha256', key)", "createHmac('sha256', 'key')"),
      bug('whole addresses stand in the log', 'network: networkOf(address)', 'network: address'),
      bug(
        'a flood of one network hides another’s',
        "[event, network, member, operator, account].join(' ')",
        "[event, member, operator, account].join(' ')",
      ),
      bug(
        'a flood of one member hides another’s',
        "[event, network, member, operator, account].join(' ')",
        "[event, network, operator, account].join(' ')",
      ),
      bug(
        'each event of a flood is a line',
        '        before.times += 1;\n        return;',
        '        before.times += 1;',
      ),
      bug('repetitions are counted for ever', '      one.times = 0;\n', ''),
      bug('what was counted is lost at the end', '      flush(Number.POSITIVE_INFINITY);\n', ''),
      bug('the log keeps any number of networks', 'kept.has(name) || kept.size < keptMax', 'true'),
      bug('a wrong password is no refused proof', "  'oldPasswordWrong',\n", ''),
      bug('a frozen account’s refusal is not logged', "  'accountFrozen',\n", ''),
      bug('rate limits are logged as input', "if (status === 429) return 'rateLimited';", ''),
      bug(
        'refusals are told as information',
        "event === 'signedIn' || event === 'securityAct' ? 'info' : 'warn'",
        "'info'",
      ),
    ],
  },
  {
    file: 'server/platform/known-passwords.ts',
    tests: of('known-passwords'),
    bugs: [
      bug('a known password in capitals is taken', 'const guess = password.toLowerCase();', 'const guess = password;'),
      bug('the product’s name is a password', 'contextWords.some((word) => guess.includes(word)) || ', ''),
    ],
  },
  {
    file: 'server/platform/config.ts',
    tests: of('config', 'server/platform/evm-settings.test.ts'),
    bugs: [
      bug(
        'the fixed captcha is taken on the internet',
        'values.VERIFY_CODE_TEST !== undefined && !isLoopback(HOST)',
        "values.VERIFY_CODE_TEST !== undefined && isLoopback(HOST) && HOST === ''",
      ),
      bug(
        'rate limits are off on the internet',
        "values.RATE_LIMIT === 'off' && !isLoopback(HOST)",
        "values.RATE_LIMIT === 'off' && HOST === ''",
      ),
      bug(
        'push messages go to loopback on the internet',
        "values.PUSH_TO_LOOPBACK === 'on' && !isLoopback(HOST)",
        "values.PUSH_TO_LOOPBACK === 'on' && HOST === ''",
      ),
      bug(
        'a misspelt setting is passed over',
        'ownName.test(name) && !(name in settings)',
        'ownName.test(name) && name in settings && !(name in settings)',
      ),
      bug(
        'a wrong secret stands in the complaint',
        "'isSecret' in settings[name] ? ''",
        "'isSecret' in settings[name] && name === ('' as string) ? ''",
      ),
      bug('an empty setting counts', "value !== undefined && value !== ''", 'value !== undefined'),
      bug(
        'the owner’s address counts alone',
        'values.DATABASE_OWNER_URL !== undefined && values.DATABASE_URL === undefined',
        'values.DATABASE_OWNER_URL !== undefined && values.DATABASE_URL === null',
      ),
      bug(
        'nothing is said where all members share an address',
        'if (!isBehindProxy || !areLocal || isLoopback(host)) return warnings;',
        'if (isBehindProxy || !areLocal || isLoopback(host)) return warnings;',
      ),
      bug('rate limits are off by default', "values.RATE_LIMIT === 'on'", "values.RATE_LIMIT !== 'on'"),
    ],
  },
  {
    file: 'server/platform/network.ts',
    tests: of('network'),
    bugs: [
      bug('each address of a subscriber is a network', 'groups.slice(0, 4)', 'groups.slice(0, 8)'),
      bug('a whole provider is one network', 'groups.slice(0, 4)', 'groups.slice(0, 2)'),
      bug('an internet address that begins with 127 is loopback', '/^127(\\.\\d{1,3}){3}$/', '/^127/'),
      bug('a mapped address is another network', 'ipaddr.process(address)', 'ipaddr.parse(address)'),
    ],
  },
  {
    file: 'server/platform/mask-name.ts',
    tests: of('mask-name'),
    bugs: [
      bug('a short name is shown whole', 'characters.length <= 4', 'characters.length <= 1'),
      bug(
        'a mask tells the length',
        '}***${characters.slice(-shown)',
        "}${'*'.repeat(characters.length)}${characters.slice(-shown)",
      ),
      bug('a character of two units is cut', "Array.from(name ?? '')", "(name ?? '').split('')"),
    ],
  },
  {
    file: 'server/platform/member-number.ts',
    tests: of('member-number'),
    bugs: [
      bug(
        'members are numbered in their order',
        'for (let round = 0; round < rounds; round += 1) [left, right]',
        'for (let round = 0; round < 0; round += 1) [left, right]',
      ),
      bug('any number is an id', '/^\\d{16}$/.test(number)', '/^\\d+$/.test(number)'),
      bug('numbers do not depend on the key', "createHmac('sha256', key)", "createHmac('sha256', 'key')"),
    ],
  },
  {
    file: 'server/platform/batched-loader.ts',
    tests: of('batched-loader'),
    bugs: [
      bug('a question that fails leaves its askers waiting', 'for (const { reject } of batch) reject(error);', ''),
      bug('after the first question nobody is answered', '    isReading = false;\n  };', '  };'),
      bug('a question asks for more than it may', 'waiting.splice(0, keysMax)', 'waiting.splice(0)'),
      bug('a key is asked for twice', '[...new Set(batch.map(({ key }) => key))]', 'batch.map(({ key }) => key)'),
    ],
  },
  {
    file: 'server/platform/shared-for.ts',
    tests: of('shared-for'),
    bugs: [
      bug('a result is shared for ever', ' && now - known.madeAt < forMs', ''),
      bug('a failure is shared for its time', '      if (known === made) known = null;\n', ''),
      bug('a clock that was set back shares for as long', 'now >= known.madeAt && ', ''),
    ],
  },
  {
    file: 'server/platform/public-id.ts',
    tests: of('public-id'),
    bugs: [
      bug('ids of one moment are the same', 'alphabet[nextRandomByte() & 31]', 'alphabet[7]'),
      bug('ids do not sort by time', 'text = alphabet[rest % 32] + text;', 'text = text + alphabet[rest % 32];'),
      bug('the least id of a moment is beyond others', "'0'.repeat(randomLength)", "'Z'.repeat(randomLength)"),
      bug(
        'random bytes are used twice',
        '    randomFillSync(pool);\n',
        '    if (pool.every((byte) => byte === 0)) randomFillSync(pool);\n',
      ),
      bug('letters that look alike are in ids', 'ABCDEFGHJKMNPQRSTVWXYZ', 'ABCDEFGHIKMNPQRSTVWXYZ'),
    ],
  },
  {
    file: 'server/platform/resources.ts',
    tests: of('resources'),
    bugs: [
      bug('running out of files is fatal', "['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM']", "['ENOBUFS', 'ENOMEM']"),
      bug('each warning is a line', 'if (now() < silentUntil) return;', ''),
      bug('a warning does not say how often', '    times = 0;\n', ''),
    ],
  },
  {
    file: 'server/platform/security-acts.ts',
    tests: ['server/features/limits/limits.test.ts', 'server/test/security-log.test.ts'],
    bugs: [
      bug(
        'an act does not say what it was about',
        '${act}, ${detail}, ${new Date(now)}',
        "${act}, '', ${new Date(now)}",
      ),
      bug('an act is not in the security log', "      securityLog.write('securityAct', { memberId, act });\n", ''),
      bug('pages hear of another act', 'value: { act } })', "value: { act: 'signedOutOthers' as never } })"),
    ],
  },
  {
    file: 'server/platform/named-member.ts',
    tests: [
      'server/features/members/view-member.test.ts',
      'server/test/operators-and-members.test.ts',
      'server/test/deleted-while-calling.test.ts',
    ],
    bugs: [
      bug('a deleted account is found by its number', ' and username is not null`', '`'),
      bug('every account is deleted', 'return rowCount === 1;', 'return rowCount !== 1;'),
    ],
  },
  {
    file: 'server/platform/offers/causes.ts',
    tests: ['server/test/changed-causes.test.ts'],
    bugs: [
      bug('causes are in no order', ' order by c.id`', ' order by c.id desc`'),
      bug('a closed cause is open', ' where is_open`', '`'),
    ],
  },
  {
    file: 'server/platform/offers/product-offers.ts',
    tests: [
      'server/test/product-offers.test.ts',
      'server/test/product-changes.test.ts',
      'server/test/changed-prizes.test.ts',
    ],
    bugs: [
      bug('another node keeps the offer of before', 'bus.subscribe(offersChangedTopic, wake), ', ''),
      bug(
        'the last change of an offer is not the last',
        'order by c.approved_at, c.request_id',
        'order by c.approved_at desc, c.request_id',
      ),
      bug(
        'minimum and maximum of an offer are swapped',
        'minimum: usdt(minimum), maximum: usdt(maximum)',
        'minimum: usdt(maximum), maximum: usdt(minimum)',
      ),
      bug('prizes hold from now on', 'effectiveFrom: effective_from.getTime(),\n  }));', 'effectiveFrom: 0,\n  }));'),
    ],
  },
]);
