import { existsSync, readFileSync, statSync } from 'node:fs';
import * as z from 'zod/mini';
import { malformedField } from '#contract/transcripts.ts';

const bytesMax = 200_000_000;

/** A file that is no transcript; the message says why, and which field. */
export class Unreadable extends Error {}

const envelope = z.object({ url: z.union([z.object({}), z.array(z.unknown())]) });
const listEnvelope = z.object({ info: z.array(z.unknown()) });

/** The content of a file, of a saved one or of a server’s whole response. Throws an `Unreadable`. */
export function contentOf(name: string): object {
  const body = parse(name);
  if (z.safeParse(envelope, body).success) return (body as { url: object }).url;
  if (z.safeParse(listEnvelope, body).success) return (body as { info: object }).info;
  if (typeof body !== 'object' || body === null) throw new Unreadable(`${name}: no transcript`);
  return body;
}

function parse(name: string): unknown {
  if (!existsSync(name)) throw new Unreadable(`${name}: there is no such file`);
  if (statSync(name).size > bytesMax) throw new Unreadable(`${name}: more than ${bytesMax} bytes`);
  try {
    return JSON.parse(readFileSync(name, 'utf8'));
  } catch (error) {
    throw new Unreadable(`${name}: no JSON: ${String(error)}`);
  }
}

/** The content decoded by its schema. Throws an `Unreadable` that names the field. */
export function decode<Schema extends z.ZodMiniType>(name: string, schema: Schema, content: unknown): z.output<Schema> {
  const decoded = z.safeDecode(schema, content as z.input<Schema>);
  if (decoded.success) return decoded.data;
  const { field, isUnknown } = malformedField(decoded.error.issues);
  throw new Unreadable(`${name}: ${field}: ${isUnknown ? 'no such field' : decoded.error.issues[0]?.message}`);
}
