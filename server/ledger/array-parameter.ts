/** Types of array elements, with the TypeScript values of each. */
export interface ElementTypes {
  readonly bigint: bigint | number;
  readonly integer: number;
  readonly smallint: number;
  readonly text: string;
  readonly boolean: boolean;
  readonly timestamptz: Date;
  /** As hexadecimal digits. */
  readonly bytea: string;
}

export type ElementType = keyof ElementTypes;

interface Codec<Value> {
  /** The type's object identifier in PostgreSQL. */
  readonly oid: number;
  /** Upper bound of the value's size in bytes. */
  size(value: Value): number;
  /** Writes the value at that offset; returns its size. A RangeError where it does not fit the type. */
  write(target: Target, value: Value, offset: number): number;
}

/** The same bytes twice: a DataView writes numbers several times faster, a Buffer writes text. */
interface Target {
  readonly bytes: Buffer;
  readonly view: DataView;
}

/** PostgreSQL counts microseconds from 2000-01-01 UTC. */
const epochMs = Date.UTC(2000, 0, 1);

const codecs: { readonly [Type in ElementType]: Codec<ElementTypes[Type]> } = {
  bigint: { oid: 20, size: () => 8, write: writeBigint },
  integer: {
    oid: 23,
    size: () => 4,
    write: ({ bytes }, value, offset) => bytes.writeInt32BE(integer(value), offset) - offset,
  },
  smallint: {
    oid: 21,
    size: () => 2,
    write: ({ bytes }, value, offset) => bytes.writeInt16BE(integer(value), offset) - offset,
  },
  text: { oid: 25, size: (value) => value.length * 3, write: ({ bytes }, value, offset) => bytes.write(value, offset) },
  boolean: {
    oid: 16,
    size: () => 1,
    write: ({ bytes }, value, offset) => bytes.writeUInt8(value ? 1 : 0, offset) - offset,
  },
  timestamptz: {
    oid: 1184,
    size: () => 8,
    write: (target, value, offset) => writeBigint(target, (value.getTime() - epochMs) * 1_000, offset),
  },
  bytea: {
    oid: 17,
    size: (value) => value.length,
    write: ({ bytes }, value, offset) => bytes.write(value, offset, 'hex'),
  },
};

function writeBigint({ view }: Target, value: bigint | number, offset: number): number {
  const whole = BigInt(value);
  if (BigInt.asIntN(64, whole) !== whole) throw new RangeError(`${value} is no bigint`);
  view.setBigInt64(offset, whole);
  return 8;
}

/** A Buffer would cut a fraction off. */
function integer(value: number): number {
  if (!Number.isInteger(value)) throw new RangeError(`${value} is no integer`);
  return value;
}

const headerBytes = 20;

/**
 * PostgreSQL's binary form of an array: for it and for us much less work than text, of which both would parse or write every
 * character.
 */
export function arrayParameter<Type extends ElementType>(
  type: Type,
  values: readonly (ElementTypes[Type] | null)[],
): Buffer {
  const codec: Codec<ElementTypes[Type]> = codecs[type];
  let bytes = headerBytes;
  for (const value of values) bytes += 4 + (value === null ? 0 : codec.size(value));
  const buffer = Buffer.allocUnsafe(bytes);
  const target = { bytes: buffer, view: new DataView(buffer.buffer, buffer.byteOffset, bytes) };
  let offset = writeHeader(target.view, codec.oid, values.length);
  for (const value of values) {
    const size = value === null ? null : codec.write(target, value, offset + 4);
    target.view.setInt32(offset, size ?? -1);
    offset += 4 + (size ?? 0);
  }
  return buffer.subarray(0, offset);
}

/** One dimension, maybe with nulls, its first element numbered 1; an empty array has no dimension. Returns its size. */
function writeHeader(view: DataView, oid: number, length: number): number {
  const fields = length === 0 ? [0, 0, oid] : [1, 1, oid, length, 1];
  for (const [place, field] of fields.entries()) view.setInt32(place * 4, field);
  return fields.length * 4;
}
