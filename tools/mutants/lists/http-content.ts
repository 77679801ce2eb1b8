import { bug, mutantsOf } from '../mutant.ts';

const server = (...names: string[]): string[] => names.map((name) => `server/platform/http/${name}.test.ts`);
const all = ['server/platform/http'];

/** The HTTP server: fields, languages, shared responses, streams, uploads, pages. */
export const httpContent = mutantsOf('http', [
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
    file: 'server/platform/http/stream-routes.ts',
    tests: server('stream-routes'),
    bugs: [
      bug(
        'a page that closes during the session look-up keeps a place for ever',
        'if (request.raw.socket.destroyed) {',
        "if (request.raw.socket.destroyed && request.url === '') {",
      ),
      bug(
        'a browser may guess what a stream is',
        "        response.setHeader('x-content-type-options', 'nosniff');\n",
        '',
      ),
      bug('a page that has gone is kept until the server ends', '          open.delete(response);\n', ''),
    ],
  },
  {
    file: 'server/platform/http/open-api.ts',
    tests: ['server/platform/http/access.test.ts'],
    bugs: [
      bug(
        'calls that move money are described without the errors of their key',
        '...(isKeyed ? keyedErrors : [])',
        '...(isKeyed ? [] : keyedErrors)',
      ),
    ],
  },
  {
    file: 'server/platform/http/open-api.ts',
    tests: server('http-server'),
    bugs: [
      bug(
        'the description names no key for money',
        "...(operation.effect === 'money'",
        "...(operation.effect !== 'money'",
      ),
    ],
  },
  {
    file: 'server/features/content/documents.ts',
    tests: ['server/features/content/documents.test.ts'],
    bugs: [
      bug(
        'the last text is the current version, whatever its number',
        'one.version - other.version',
        'one.version + other.version',
      ),
    ],
  },
  {
    file: 'server/platform/events/stream-connection.ts',
    tests: ['server/platform/events/event-hub.test.ts'],
    bugs: [bug('a page out of reach counts until its connection times out', '    this.#onGone();\n', '')],
  },
  {
    file: 'server/platform/bulkhead.ts',
    tests: ['server/platform/password-gate.test.ts'],
    bugs: [
      bug('five networks fill the queue of password checks', ' || this.#queue.crowdBeside(group) !== null', ''),
      bug('all networks wait in one line for a password check', 'this.#queue.add(group, {', "this.#queue.add('', {"),
    ],
  },
  {
    file: 'server/features/images/upload-image.ts',
    tests: ['server/features/images/upload-image.test.ts'],
    bugs: [
      bug(
        'a file is drawn on two nodes at once',
        "if (begun === 'underWay') throw new Refusal('requestInProgress');",
        '',
      ),
      bug('a file that ended its node is drawn again', "if (begun === 'slow') throw new Refusal('imageTooSlow');", ''),
      bug('any number of slow files are drawn', "if (typeof begun === 'object') throw refusalOf(begun);", ''),
      bug('damage at the end of a file costs nothing', "isLong ? 'damagedSlow' : 'damaged'", "'damaged'"),
    ],
  },
  {
    file: 'server/platform/http/stream-places.ts',
    tests: server('stream-places'),
    bugs: [
      bug('a closed stream keeps its place', '        change(-1);\n', ''),
      bug(
        'a visitor sent away keeps the place until the connection closes',
        '        release();\n        stream.end();',
        '        stream.end();',
      ),
      bug('a closed stream frees two places', 'if (isReleased) return;', ''),
      bug('a /48 has the streams of all its networks', ' || ofSurroundings.isFull(surroundings, isMember)', ''),
      bug(
        'a member finds no place among visitors',
        'if (!isMember || oldest === undefined)',
        'if (isMember || oldest === undefined)',
      ),
      bug('a network takes every stream', 'all >= ofNetworkMax * this.#factor || ', ''),
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
  {
    file: 'server/features/content/publish-content.ts',
    tests: ['server/features/content/publish-at-once.test.ts'],
    bugs: [bug('a draft cannot be published while a text is put back', '    await lockContent(transaction);\n', '')],
  },
  {
    file: 'server/features/content/put-back-content.ts',
    tests: ['server/features/content/edit-content.test.ts'],
    bugs: [
      bug(
        'terms that are put back twice are two versions',
        'const isShown = !isWithdrawn &&',
        'const isShown = false &&',
      ),
      bug(
        'an operator whose role has ended puts back what is shown',
        '      await requireActing(transaction, by);\n',
        '      void requireActing;\n',
      ),
      bug(
        'a version that never was fails in place of being refused',
        "    if (!earlier || !newest) throw new Refusal('contentUnknown');\n",
        '',
      ),
    ],
  },
  {
    file: 'server/features/content/example-figures.ts',
    tests: ['server/features/content/example-figures.test.ts'],
    bugs: [
      bug(
        'the example of a plan adds the fee to the gain',
        'inUsdt(moved - positionFee(low))',
        'inUsdt(moved + positionFee(low))',
      ),
      bug(
        'the move that ends the example leaves out its fee',
        '(low.maximumLoss - positionFee(low))',
        'low.maximumLoss',
      ),
      bug(
        'the example counts plans as if deposits took weight away',
        'secondWeight - depositsOfExample',
        'secondWeight + depositsOfExample',
      ),
    ],
  },
  {
    file: 'server/features/content/content-check.ts',
    tests: ['server/features/content/content-check.test.ts'],
    bugs: [
      bug('code of another language may have other numbers', 'heldBy(lines[line]) !== heldBy(english[line])', 'false'),
    ],
  },
  {
    file: 'server/platform/http/listen.ts',
    tests: ['server/platform/http/listen.test.ts'],
    bugs: [
      bug('a server that closes does not wait for all its sockets', 'while (open.size > 0)', 'while (open.size > 1)'),
      bug(
        'a server that closes waits for its own socket alone',
        'new Set<unknown>([server, ...others])',
        'new Set<unknown>([server])',
      ),
      bug(
        'a server that closes answers at once',
        '    while (open.size > 0) {\n      http.closeIdleConnections();\n      await delay(idleCheckMs);\n    }\n    await closing;',
        '    void delay(idleCheckMs);\n    closing.catch(() => undefined);',
      ),
      bug('idle connections stay open when a server closes', '      http.closeIdleConnections();\n', ''),
    ],
  },
  {
    file: 'server/platform/security-log.ts',
    tests: ['server/platform/security-log.test.ts', 'tools/lint/business-limits.test.ts'],
    bugs: [
      bug('attempts against rules are not logged', "if (ofRules.has(code)) return 'ruleRefused';", ''),
      bug('a limit is missing among the rules', "  'plansRunning',\n", ''),
      bug(
        'a flood of one operator is another’s',
        "[event, network, member, operator, account].join(' ')",
        "[event, network, member, account].join(' ')",
      ),
    ],
  },
]);
