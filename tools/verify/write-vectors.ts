import { writeFileSync } from 'node:fs';
import { vectors, vectorsFolder, vectorText } from './vectors.ts';

/** Writes the worked examples that the rule page offers: node tools/verify/write-vectors.ts */
for (const [name, make] of Object.entries(vectors)) {
  writeFileSync(new URL(name, vectorsFolder), vectorText(make()));
}
