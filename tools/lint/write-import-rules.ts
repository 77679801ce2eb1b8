import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importRules } from './import-rules.ts';

await writeFile(join(import.meta.dirname, 'import-rules.json'), `${JSON.stringify(importRules, null, 2)}\n`);
