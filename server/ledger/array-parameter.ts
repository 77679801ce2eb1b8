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
  write(target: Buffer, value: Value, offset: number): number;
}

/** PostgreSQL counts microseconds from 2000-01-01 UTC. */
const epochMs = Date.UTC(2000, 0, 1);

const codecs: { readonly [Type in ElementType]: Codec<ElementTypes[Type]> } = {
  bigint: {
    oid: 20,
    size: () => 8,
    write: (target, value, offset) => target.writeBigInt64BE(BigInt(value), offset) - offset,
  },
  integer: { oid: 23, size: () => 4, write: (target, value, offset) => target.writeInt32BE(value, offset) - offset },
  smallint: { oid: 21, size: () => 2, write: (target, value, offset) => target.writeInt16BE(value, offset) - offset },
  text: { oid: 25, size: (value) => value.length * 3, write: (target, value, offset) => target.write(value, offset) },
  boolean: {
    oid: 16,
    size: () => 1,
    write: (target, value, offset) => target.writeUInt8(value ? 1 : 0, offset) - offset,
  },
  timestamptz: {
    oid: 1184,
    size: () => 8,
    write: (target, value, offset) =>
      target.writeBigInt64BE(BigInt(value.getTime() - epochMs) * 1_000n, offset) - offset,
  },
  bytea: {
    oid: 17,
    size: (value) => value.length,
    write: (target, value, offset) => target.write(value, offset, 'hex'),
  },
};

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
  const target = Buffer.allocUnsafe(bytes);
  let offset = writeHeader(target, codec.oid, values.length);
  for (const value of values) {
    const size = value === null ? null : codec.write(target, value, offset + 4);
    target.writeInt32BE(size ?? -1, offset);
    offset += 4 + (size ?? 0);
  }
  return target.subarray(0, offset);
}

/** One dimension, maybe with nulls, its first element numbered 1; an empty array has no dimension. */
function writeHeader(target: Buffer, oid: number, length: number): number {
  const fields = length === 0 ? [0, 0, oid] : [1, 1, oid, length, 1];
  return fields.reduce((offset, field) => target.writeInt32BE(field, offset), 0);
}
