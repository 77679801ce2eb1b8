import * as z from 'zod/mini';
import type { Operation, OutputOf } from '#contract/operation.ts';
import { saveFile } from '../feedback/save-file.ts';

/** Saves what an operation returned as the server wrote it: the verifiers read that. */
export function saveWire<O extends Operation>(name: string, { output }: O, value: OutputOf<O>): void {
  const wire = z.encode(output as z.ZodMiniType, value);
  saveFile(name, 'application/json', JSON.stringify(wire, null, 2));
}
