import * as z from 'zod/mini';
import { operations } from '#contract/api.ts';
import { imagePath, smallImagePath, uploadImage } from '#contract/images.ts';
import type { NamedOperation, Operation } from '#contract/operation.ts';
import { openingFields } from './fuzz-grants.fixture.ts';
import { fieldValue, type Random, senses, sensible, treacherous, wild } from './fuzz-values.fixture.ts';

/** One request to be sent. */
export interface Shot extends NamedOperation {
  readonly fields: readonly (readonly [string, string])[];
  /** Whether values in the path go as they are, percent signs and all. */
  readonly isRaw: boolean;
  readonly form: 'urlencoded' | 'multipart' | 'json' | 'rubbish';
}

const fileOf = (name: string, path: string): NamedOperation => ({
  name,
  feature: 'images',
  operation: { ...uploadImage, method: 'GET', path, effect: 'read', input: z.strictObject({ image: z.string() }) },
});

/** Every operation, and the files that are read by a name in their path. */
const asked: readonly NamedOperation[] = [
  ...operations,
  fileOf('image', imagePath),
  fileOf('smallImage', smallImagePath),
];

/** Sent more often: most of their random inputs are refused. */
const moneyCalls = operations.filter(({ operation }) => operation.effect === 'money');

/** Calls that end a member's own session or bind their hands: rarely, or nothing else would be reached. */
const endings =
  /^(signOut|revoke(Operator)?Session|excludeMyself|changeLoginPassword|signIn|register|signInWith|endOperator$)/;

/** A random request: of any operation, with fields that make more or less sense. */
export function shotOf(random: Random, seen: readonly string[]): Shot {
  let named = random.chance(0.15) ? random.of(moneyCalls) : random.of(asked);
  if (endings.test(named.name) && !random.chance(0.1)) named = random.of(asked);
  const { properties, required } = fieldsOf(named.operation);
  const sense = random.of(senses);
  const optional = { plain: 0.4, sensible: 0.5, wild: 0.7 }[sense];
  const names = Object.keys(properties).filter(
    (name) =>
      (sense !== 'plain' || name !== 'before') &&
      random.chance(sense !== 'wild' && (required.includes(name) || name === 'address') ? 0.97 : optional),
  );
  const fields = names.map((name): [string, string] => [name, fieldValue(random, seen, name, sense)]);
  if (random.chance(0.05)) fields.push([random.of(['__proto__', 'member_id', 'state', '', 'id']), random.of(wild)]);
  if (random.chance(0.03) && fields[0]) fields.push([fields[0][0], random.of(wild)]);
  const form = random.chance(0.6) ? 'urlencoded' : random.of(['multipart', 'json', 'json', 'json', 'rubbish'] as const);
  return { ...named, fields, form, isRaw: sense === 'wild' && random.chance(0.5) };
}

/** What others ask for, and what they end. */
const early = ['getWallet', 'listRounds', 'listDocuments', 'sendMessage'];
const late = ['closeConversation', 'rateConversation', 'freezeMember', 'unfreezeMember', 'freezeAccount'];

/** Every operation once, those that move money first: left to chance, some would be granted in hardly any run. */
export function openingOperations(): NamedOperation[] {
  const placeOf = ({ name, operation }: NamedOperation): number => {
    if (early.includes(name)) return 0;
    return late.includes(name) ? 3 + late.indexOf(name) : operation.effect === 'money' ? 1 : 2;
  };
  return operations.filter(({ name }) => !endings.test(name)).toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** The operation as the app sends it, with values of earlier responses. */
export function openingShot(named: NamedOperation, known: ReadonlyMap<string, string>): Shot {
  const own = Object.entries(openingFields[named.name] ?? {}).map(([name, value]): [string, string] => [
    name,
    value.replace(/^\{(\w+)\}$/, (_, asked: string) => known.get(asked) ?? ''),
  ]);
  const plain = plainShot(named);
  const others = plain.fields.filter(([name]) => !own.some(([given]) => given === name));
  return { ...plain, fields: [...others, ...own] };
}

/** The operation as the app sends it. */
export function plainShot(named: NamedOperation): Shot {
  const { properties, required } = fieldsOf(named.operation);
  const names = Object.keys(properties).filter(
    (name) => required.includes(name) || name === 'address' || name === 'login',
  );
  return { ...named, fields: names.map(plainValue), form: 'urlencoded', isRaw: false };
}

const plainValue = (name: string): [string, string] => [name, sensible[name]?.[0] ?? '1'];

interface FieldNames {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
}

/** Computed once, so that the client is not the bottleneck. */
const fieldNames = new Map<Operation, FieldNames>();

function fieldsOf(operation: Operation): FieldNames {
  let known = fieldNames.get(operation);
  if (!known) {
    const { properties = {}, required = [] } = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' });
    known = { properties, required };
    fieldNames.set(operation, known);
  }
  return known;
}

/** Fields that would end the call before the others are looked at. */
const leftOut = /^(before|factor|locale|credential)$/;

/** Wrong ones are counted, and lock the member's other calls: they come last. */
const guesses = /password|login|code/;

/** Every field of every operation with each treacherous value, all other fields as the app sends them. */
export function nearlyRight(): Shot[] {
  const swept = asked.filter(
    ({ name }) => !/^(signOut|revokeSession|freezeAccount|excludeMyself|changeLogin)/.test(name),
  );
  const ofFields = (isGuess: boolean): Shot[] =>
    swept.flatMap((named) => {
      const names = Object.keys(fieldsOf(named.operation).properties).filter((name) => !leftOut.test(name));
      const wrongNames = names.filter((name) => guesses.test(name) === isGuess);
      return wrongNames.flatMap((wrong) =>
        treacherous.map((value): Shot => {
          const fields = names.map((name): [string, string] => (name === wrong ? [name, value] : plainValue(name)));
          return { ...named, fields, form: 'json', isRaw: value === '%00' };
        }),
      );
    });
  return [...ofFields(false), ...ofFields(true)];
}
