import { bug, mutantsOf } from '../mutant.ts';

/** With which right an operation is called, and which language a visitor sees. */
export const rightsAndLanguages = mutantsOf('core', [
  {
    file: 'contract/operators-log.ts',
    tests: ['contract/roles.test.ts'],
    bugs: [
      bug(
        'whoever may read members may read the log of all acts',
        "access: { role: permissions.readLog },\n  effect: 'read',\n  input: z.strictObject({\n    before",
        "access: { role: permissions.readMembers },\n  effect: 'read',\n  input: z.strictObject({\n    before",
      ),
    ],
  },
  {
    file: 'contract/locale.ts',
    tests: ['contract/locale.test.ts'],
    bugs: [
      bug(
        'the language kept on a device is looked for in a cookie of another name',
        'cookie.startsWith(`${localeCookieName}=`)',
        'cookie.includes(`${localeCookieName}=`)',
      ),
    ],
  },
]);

/** Texts as they are listed, searched and checked. */
export const listedTexts = mutantsOf('http', [
  {
    file: 'server/features/content/list-content.ts',
    tests: ['server/features/content/publish-at-once.test.ts'],
    bugs: [
      bug(
        'a published text is listed under the title of its draft',
        "title: titles.get(locale) ?? titles.get('en') ?? draft?.texts[locale]?.title",
        "title: draft?.texts[locale]?.title ?? titles.get(locale) ?? titles.get('en')",
      ),
    ],
  },
  {
    file: 'server/features/content/list-help.ts',
    tests: ['server/features/content/content-http.test.ts'],
    bugs: [
      bug(
        'a search finds documents that are in force no more',
        'return currentDocuments(library, locale).map(({ document, page }) => ({ kind, id: document, page }));',
        "return library.pages(kind, locale).map((page) => ({ kind, id: page.id.replace(/-v.*$/, ''), page }));",
      ),
    ],
  },
  {
    file: 'server/features/content/content-check.ts',
    tests: ['server/features/content/content-check.test.ts'],
    bugs: [
      bug('a number in a step is no bare one', '.replace(/^\\d{1,2}\\. /gm', '.replace(/^\\d{1,2}\\. .*$/gm'),
      bug(
        'a link of a translation may lead elsewhere',
        "block.kind === 'link' ? `${block.kind} ${block.path}` : block.kind",
        'block.kind',
      ),
      bug('a translation may lack a line of code that holds no figure', 'at < 0 && sameLength', 'at < 0'),
    ],
  },
  {
    file: 'server/features/content/content-feature.ts',
    tests: ['server/features/content/content-http.test.ts'],
    bugs: [
      bug(
        'a registration notes the language of the app for documents that it showed in English',
        'return { document, version, locale: page.locale };',
        'return { document, version, locale };',
      ),
    ],
  },
  {
    file: 'server/features/content/content-text.ts',
    tests: ['server/features/content/content-text.test.ts'],
    bugs: [
      bug(
        'a title is stored with characters that turn its order',
        "title.split(lineEnd).join(' ').replace(unseen, '')",
        "title.split(lineEnd).join(' ')",
      ),
    ],
  },
]);

/** Messages to devices, and where they may be sent. */
export const pushedMessages = mutantsOf('notifications', [
  {
    file: 'server/features/notifications/push/push-sender.ts',
    tests: ['server/features/notifications/push/push-sender.test.ts'],
    bugs: [
      bug('of more than twenty new notifications the rest is lost', 'if (found.length < readAtOnce) return', 'return'),
      bug(
        'one device that fails ends the search for all',
        '.catch((error: unknown) =>\n' +
          "        dependencies.log.error({ err: error }, 'push messages of a device could not be sent'),\n" +
          '      );',
        ';',
      ),
    ],
  },
  {
    file: 'server/features/notifications/push/push-endpoint.ts',
    tests: ['server/features/notifications/push/push-endpoint.test.ts'],
    bugs: [
      bug('the address of a push service may name a user', "if (username !== '' || password", 'if (password'),
      bug('a public address mapped into IPv6 is refused', 'ipaddr.process(address)', 'ipaddr.parse(address)'),
    ],
  },
]);

/** The start of the database’s server, and its end with the last process. */
export const serverStarts = mutantsOf('database', [
  {
    file: 'server/platform/database/server-lease.ts',
    tests: ['server/platform/database/embedded-server.test.ts'],
    bugs: [
      bug(
        'of two processes that leave at once none ends the server',
        "        await unlockShared(client, 'serverLease');\n",
        '',
      ),
    ],
  },
  {
    file: 'server/platform/database/server-launch.ts',
    tests: ['server/platform/database/embedded-server.test.ts'],
    bugs: [
      bug(
        'a start that the database refuses is tried for two minutes',
        'if (running !== null || end.isKilled || gaveWay(output)) return false;',
        'return false;',
      ),
      bug('the log of the database’s server grows without end', '> logBytesMax)', '> logBytesMax * 1_000)'),
    ],
  },
]);
