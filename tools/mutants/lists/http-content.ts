import { bug, type MutatedFile } from '../mutant.ts';

const server = (...names: string[]): string[] => names.map((name) => `server/platform/http/${name}.test.ts`);
const all = ['server/platform/http'];

/** The HTTP server: fields, languages, shared responses, streams, uploads, pages. */
export const httpContent: readonly MutatedFile[] = [
  {
    file: 'server/platform/http/input.ts',
    tests: all.concat('server/test/bad-input.test.ts'),
    bugs: [
      bug('half a character is stored', ' && text.isWellFormed()', ''),
      bug('a null character is stored', "!text.includes('\\0') && ", ''),
      bug(
        'a field may be given twice',
        'if (Array.isArray(value) || name in fields) throw',
        'if (Array.isArray(value)) throw',
      ),
      bug('any number of fields is read', 'if (++count > fieldsMax)', 'if (++count > 1e9)'),
      bug(
        'a number is refused where a text is meant',
        "if (typeof value === 'number' || typeof value === 'boolean') return String(value);",
        '',
      ),
      bug('fields have a prototype', 'Object.create(null)', '{}'),
    ],
  },
  {
    file: 'server/platform/http/locale.ts',
    tests: server('locale'),
    bugs: [
      bug('a language refused by q=0 is chosen', '.filter(({ quality }) => quality > 0)', ''),
      bug('the first language wins over the preferred one', '.sort((one, other) => other.quality - one.quality)', ''),
    ],
  },
  {
    file: 'server/platform/http/response-cache.ts',
    tests: server('response-cache', 'http-server'),
    bugs: [
      bug('a cached response is kept for ever', '    ttl: forMs,\n', ''),
      bug('a failure is kept', 'response.catch(() => responses.delete(key));', 'response.catch(() => undefined);'),
      bug(
        'a response is shared whatever the fields',
        'JSON.stringify([variant, ...Object.entries(fields).sort()])',
        'variant',
      ),
    ],
  },
  {
    file: 'server/platform/http/stream-places.ts',
    tests: server('stream-places'),
    bugs: [
      bug('a closed stream keeps its place', '        open -= 1;\n', ''),
      bug(
        'a member finds no place among visitors',
        'if (!isMember || oldest === undefined)',
        'if (isMember || oldest === undefined)',
      ),
      bug('a network takes every stream', 'count.all >= bounds.ofNetworkMax || ', ''),
    ],
  },
  {
    file: 'server/platform/http/upload.ts',
    tests: ['server/test/images.test.ts', 'server/test/image-uploads.test.ts', ...all],
    bugs: [
      bug(
        'an upload that broke off is waited for',
        'Promise.race([readParts(request, upload), brokenOff(request.raw)])',
        'readParts(request, upload)',
      ),
      bug('a member uploads any number at once', 'if (own >= ofCallerMax) throw', 'if (own >= 1_000) throw'),
      bug('an upload that ended keeps its place', '      this.#count -= 1;\n', ''),
      bug(
        'an upload that broke off keeps the member’s place',
        'if (left === 0) this.#ofCaller.delete(caller);\n      else this.#ofCaller.set(caller, left);',
        'void left;',
      ),
      bug(
        'two files in one upload are taken',
        'if (found !== null || file.fieldname !== part) throw',
        'if (file.fieldname !== part) throw',
      ),
    ],
  },
  {
    file: 'server/platform/http/web-routes.ts',
    tests: server('web-routes', 'http-server'),
    bugs: [
      bug('pages are cached for a year', ": 'no-cache';", ': `public, max-age=${yearSeconds}, immutable`;'),
      bug('a visitor’s first screen is the member’s', 'asked?.member && isVisitor ?', 'asked?.member && !isVisitor ?'),
      bug('a missing file is answered with the app', 'return reply.callNotFound();', 'void 0;'),
    ],
  },
];
