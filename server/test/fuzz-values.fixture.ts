import { code, withdrawalPassword } from './money-world.fixture.ts';
import type { randomFrom } from './random.fixture.ts';

export type Random = ReturnType<typeof randomFrom>;

/** Just as the app would send it; of the values that there are; anything. */
export const senses = ['plain', 'sensible', 'wild'] as const;

/** Values that hardly any field takes. */
export const wild: readonly string[] = [
  ...[
    '',
    '0',
    '-1',
    '1e9',
    'NaN',
    '0.0000001',
    '99999999999999999999',
    '1000000.000001',
    ' 5',
    '٣',
    '0x10',
    'null',
    '[]',
  ],
  ...[
    "';drop table member;--",
    '<script>',
    '../../etc/passwd',
    '%00',
    '\u0000',
    '\u202e',
    '😀',
    '\ud800',
    '\udfffx',
    'x\ud83d',
    '\u0958'.repeat(40),
    ' a',
    ' a ',
    '  ',
    '%',
    '%zz',
    '%E0%A4',
    '%ED%A0%80',
    '%2e%2e%2f',
    'a%00b',
    'a%20b',
    '\ufffe',
    'e\u0301'.repeat(30),
    'a'.repeat(5_000),
  ],
];

/** Values that are nearly right, or that some layer below cannot hold. */
export const treacherous: readonly string[] = [
  ' 5',
  ' a',
  '  ',
  '\u0000',
  'x\ud83d',
  '\ud800x',
  '\u0958'.repeat(40),
  '%00',
];

/** Values that a call could take, by the name of the field. */
export const sensible: Readonly<Record<string, readonly string[]>> = {
  account: ['available', 'plans', 'financing', 'withdrawing'],
  address: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0x000000000000000000000000000000000000dEaD'],
  adult: ['1'],
  amount: ['100', '10', '250.5', '1000', '0.000001'],
  auth: ['AAAAAAAAAAAAAAAAAAAAAA'],
  bank: ['First Bank'],
  category: ['big', 'small', 'triple', 'red'],
  channel: ['sandbox'],
  code: [code],
  conversation: ['1', '2'],
  coin: ['ETH', 'BTC', 'SOL'],
  day: ['20400', '20600'],
  days: ['1', '7', '30'],
  entry: ['1', '2'],
  endpoint: ['https://push.invalid/device/1'],
  follow: ['2', '10', '288'],
  invite: ['CLEARLOT'],
  locale: ['en', 'thai', 'vnf', 'tc', 'zh', 'jp'],
  login: ['quiet99owl'],
  losslimit: ['500'],
  method: ['address', 'bank'],
  multiple: ['1', '2', '5'],
  name: ['Ann Lee', 'ETH', 'BTC'],
  nickname: ['Ann'],
  number: ['4242424242424242', '5555555555554444'],
  oldpassword: [withdrawalPassword, 'quiet99owl'],
  on: ['1', '0'],
  p256dh: ['BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU'],
  password: [withdrawalPassword, withdrawalPassword, withdrawalPassword, 'quiet99owl'],
  pin: ['plan', 'deposit', 'withdrawal', 'holding', 'order'],
  period: ['day', 'week', 'month'],
  price: ['10', '100', '499.99'],
  product: ['day1', 'day7', 'day14', 'day30'],
  range: ['today', 'yesterday', 'week', 'month'],
  realname: ['Ann Lee'],
  repassword: [withdrawalPassword, 'quiet99owl'],
  replaces: ['00112233445566778899aabbccddeeff'],
  search: ['plan', 'leverage'],
  seed: ['00112233445566778899aabbccddeeff', 'ffeeddccbbaa99887766554433221100'],
  setting: ['plans', 'deposits', 'amounts'],
  stars: ['5', '1'],
  status: ['running', 'matured', 'redeemed'],
  stoponwin: ['1'],
  terms: ['1'],
  text: ['Hello', 'How do I withdraw?'],
  through: ['0.0'],
  time: ['5m', '1h', '1d', ''],
  topic: ['plans', 'deposits', 'security'],
  timezone: ['Asia/Tokyo', 'UTC'],
  type: ['0'],
  username: ['somebody1'],
  version: ['1'],
};

/** A value for the field of that name. */
export function fieldValue(
  random: Random,
  seen: readonly string[],
  name: string,
  sense: (typeof senses)[number],
): string {
  if (sense === 'wild' && random.chance(0.5)) return random.of(wild);
  const [first, ...others] = sensible[name] ?? [];
  if (first !== undefined && (sense === 'plain' || random.chance(0.9)))
    return sense === 'plain' ? first : random.of([first, ...others]);
  if (name === 'id' && random.chance(0.5)) return sense === 'plain' ? '1' : random.of(['1', '2', '5']);
  return random.of(seen.filter(Boolean)) ?? '0000000000000000';
}
