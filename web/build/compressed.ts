import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Prerendered pages are many, and maximum quality would take as long as all other files for a few percent. */
const pageQuality = 9;
const fileQuality = constants.BROTLI_MAX_QUALITY;
const worthCompressing = /\.(js|css|html|svg|json|webmanifest)$/;

/** Precompresses text files to .br and .gz, which the server sends as they are. */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle: {
      sequential: true,
      order: 'post',
      async handler({ dir }) {
        if (dir === undefined) return;
        const files = (await readdir(dir, { recursive: true })).filter((file) => worthCompressing.test(file));
        await Promise.all(
          files.map(async (file) => {
            const path = join(dir, file);
            const content = await readFile(path);
            const params = { [constants.BROTLI_PARAM_QUALITY]: file.endsWith('.html') ? pageQuality : fileQuality };
            await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
            await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
          }),
        );
      },
    },
  };
}
