import { bug, mutantsOf } from '../mutant.ts';

/** What travels between phone, console and server, who may do what, and the market’s rows. */
export const contractAndRows = mutantsOf('core', [
  {
    file: 'contract/fields.ts',
    tests: ['contract/inputs.test.ts'],
    bugs: [
      bug(
        'a name in decomposed characters is kept so',
        ".replace(/ +/g, ' ').normalize('NFC')",
        ".replace(/ +/g, ' ')",
      ),
    ],
  },
  {
    file: 'contract/text.ts',
    tests: ['contract/text.test.ts'],
    bugs: [
      bug(
        'a count that a text names twice is filled in once',
        "form.replaceAll('#', String(value))",
        "form.replace('#', String(value))",
      ),
    ],
  },
  {
    file: 'contract/wallet.ts',
    tests: ['contract/wallet.test.ts'],
    bugs: [
      bug(
        'the wallet says that a card is set where a password is',
        'hasBankCard: wire.UserBank === 1',
        'hasBankCard: wire.paypasswords === 1',
      ),
    ],
  },
  {
    file: 'contract/wallet.ts',
    tests: ['contract/inputs.test.ts'],
    bugs: [
      bug(
        'the 31st of February is a day of the records',
        '/^2\\d{3}-\\d\\d-\\d\\d$/.test(text) && isDay(text)',
        '/^2\\d{3}-\\d\\d-\\d\\d$/.test(text)',
      ),
    ],
  },
  {
    file: 'contract/support.ts',
    tests: ['contract/inputs.test.ts'],
    bugs: [
      bug(
        'a message can name a pin without its kind',
        '(pin === undefined) === (pinned === undefined)',
        'pin === undefined || pinned !== undefined',
      ),
    ],
  },
  {
    file: 'contract/notifications.ts',
    tests: ['contract/inputs.test.ts'],
    bugs: [
      bug(
        'one call can mark one notification and all others read',
        '(id === undefined) !== (through === undefined)',
        'id !== undefined || through !== undefined',
      ),
    ],
  },
  {
    file: 'contract/operators-approvals.ts',
    tests: ['contract/roles.test.ts'],
    bugs: [
      bug(
        'support may decide on house money',
        'disbursement: permissions.moveHouseMoney',
        'disbursement: permissions.reviewRecoveries',
      ),
    ],
  },
  {
    file: 'contract/roles.ts',
    tests: ['contract/roles.test.ts'],
    bugs: [
      bug(
        'support may approve withdrawals',
        "reviewWithdrawals: ['owner', 'finance']",
        "reviewWithdrawals: ['owner', 'finance', 'support']",
      ),
      bug(
        'an auditor may write notes on members',
        "noteMembers: ['owner', 'finance', 'support']",
        "noteMembers: ['owner', 'finance', 'support', 'auditor']",
      ),
    ],
  },
  {
    file: 'contract/content-blocks.ts',
    tests: ['contract/inputs.test.ts'],
    bugs: [bug('a content link leads to another site', 'regex(/^\\/(?:', 'regex(/^\\/\\/?(?:')],
  },
  {
    file: 'contract/transcripts.ts',
    tests: ['contract/transcripts.test.ts'],
    bugs: [
      bug(
        'a transcript with fields of its own looks verified',
        'const orderLeafSchema = z.strictObject({',
        'const orderLeafSchema = z.object({',
      ),
    ],
  },
  {
    file: 'contract/withdrawals.ts',
    tests: ['contract/api.test.ts'],
    bugs: [
      bug(
        'a withdrawal is no money call',
        "  path: '/Finance/withdraw',\n  access: 'member',\n  effect: 'money',",
        "  path: '/Finance/withdraw',\n  access: 'member',\n  effect: 'write',",
      ),
    ],
  },
  {
    file: 'contract/check-in.ts',
    tests: ['contract/inputs.test.ts'],
    bugs: [
      bug("of the week's cells today is the one that is checked in", 'isToday: today === 1', 'isToday: sign === 1'),
    ],
  },
  {
    file: 'contract/home.ts',
    tests: ['contract/inputs.test.ts'],
    bugs: [
      bug(
        'a component that was degraded shows as up',
        'states.map((state) => letterOfState[state])',
        "states.map((state) => letterOfState[state === 'degraded' ? 'up' : state])",
      ),
    ],
  },
  {
    file: 'contract/books.ts',
    tests: ['contract/inputs.test.ts'],
    bugs: [bug('a funding above the bound can be asked for', 'amount <= fundingMax', 'amount <= fundingMax * 10n')],
  },
  {
    file: 'contract/operator-fields.ts',
    tests: ['contract/inputs.test.ts'],
    bugs: [bug("an operator's name has two spellings", '/^[a-z][a-z0-9._-]{1,39}$/', '/^[a-z][a-z0-9._-]{1,39}$/i')],
  },
  {
    file: 'contract/profile-update.ts',
    tests: ['contract/inputs.test.ts'],
    bugs: [
      bug(
        'a real name cannot be taken away',
        "text === '' || pattern.test(tidied(text))",
        'pattern.test(tidied(text))',
      ),
    ],
  },
  {
    file: 'contract/limits.ts',
    tests: ['contract/inputs.test.ts'],
    bugs: [
      bug(
        'an exclusion of half a year is one of a day',
        'exclusionDays.find((days) => String(days) === text) ?? 1',
        'exclusionDays.find((days) => text.startsWith(String(days))) ?? 1',
      ),
    ],
  },
  {
    file: 'core/market/aggregate.ts',
    tests: ['core/market/aggregate.test.ts'],
    bugs: [
      bug(
        'the forming candle shows though its first minutes are unknown',
        '  forming(): Candle | null {\n    if (Number.isNaN(this.#openTime) || this.#openTime < this.#from) return null;',
        '  forming(): Candle | null {\n    if (Number.isNaN(this.#openTime)) return null;',
      ),
    ],
  },
  {
    file: 'core/market/coin-icon.ts',
    tests: ['core/market/coin-icon.test.ts'],
    bugs: [bug("a coin's icon loads from another address", '/^url\\(#[\\w-]+\\)$/', '/^url\\(#?[\\w:/.-]+\\)$/')],
  },
  {
    file: 'core/draws/entries.ts',
    tests: ['core/draws/entries.test.ts'],
    bugs: [
      bug(
        'an entry can be drawn at the very end of the day before',
        'memberDay >= day || endsAt > now',
        'memberDay >= day',
      ),
    ],
  },
  {
    file: 'core/market/columns.ts',
    tests: ['core/market/columns.test.ts'],
    bugs: [
      bug(
        'rows of a history carry the close before the low',
        'const columns = [open, high, low, close, volume];',
        'const columns = [open, high, close, low, volume];',
      ),
    ],
  },
  {
    file: 'core/market/recorded-days.ts',
    tests: ['core/market/columns.test.ts'],
    bugs: [
      bug(
        'a recorded day that one coin lacks counts',
        'const from = Math.max(...coins',
        'const from = Math.min(...coins',
      ),
    ],
  },
  {
    file: 'core/market/coins.ts',
    tests: ['web/ui/picture/coin-files.test.ts'],
    bugs: [bug('a coin without a file has the address of one', 'coinSymbols.includes(symbol) ?', "symbol !== '' ?")],
  },
]);
