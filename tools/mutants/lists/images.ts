import { bug, mutantsOf } from '../mutant.ts';

const drawing = ['server/features/images/redraw-image.test.ts'];
const uploading = ['test/images', 'test/image-uploads', 'test/chat-images', 'features/images/upload-image'].map(
  (name) => `server/${name}.test.ts`,
);

/** Members' images: what is drawn afresh, kept and shown to whom. */
export const images = mutantsOf('images', [
  {
    file: 'server/features/images/image-file.ts',
    tests: drawing,
    bugs: [
      bug('a moving PNG is taken for a still one', "if (type === 'acTL') moves = true;", ''),
      bug('a moving WebP is taken for a still one', "if (type === 'ANIM' || type === 'ANMF') moves = true;", ''),
      bug(
        'what follows a PNG is not looked at',
        'rest: bytes.subarray(next) };\n    at',
        'rest: Buffer.alloc(0) };\n    at',
      ),
      bug('what follows a JPEG is not looked at', 'rest: bytes.subarray(at + 2) }', 'rest: Buffer.alloc(0) }'),
      bug('what follows a WebP is not looked at', 'rest: bytes.subarray(end) }', 'rest: Buffer.alloc(0) }'),
      bug(
        'restart markers end a scan',
        'code !== 0 && code !== 0xff && !isRestart(code)',
        'code !== 0 && code !== 0xff',
      ),
      bug(
        'a file of another RIFF kind is a WebP',
        "bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'",
        "bytes.toString('latin1', 0, 4) === 'RIFF'",
      ),
      bug(
        'words beside the scan of a JPEG are not looked at',
        '      beside.push(bytes.subarray(at, next));\n      at = code',
        '      at = code',
      ),
      bug(
        'words beside the pixels of a PNG are not looked at',
        "if (type !== 'IDAT' && type !== 'fdAT') beside.push(bytes.subarray(at, next));",
        '',
      ),
      bug(
        'words beside the pixels of a WebP are not looked at',
        "if (type !== 'VP8 ' && type !== 'VP8L' && type !== 'ALPH') beside.push(bytes.subarray(at, next));",
        '',
      ),
    ],
  },
  {
    file: 'server/features/images/redraw-image.ts',
    tests: drawing,
    bugs: [
      bug(
        'the header’s cost is not looked at',
        '  requireBoundedCost(await decoded(() => sharp(bytes, { limitInputPixels: false }).metadata()));\n',
        '',
      ),
      bug('sixteen bits cost as little as eight', 'ushort: 2, short: 2', 'ushort: 1, short: 1'),
      bug('an interlaced image costs as little as another', 'isProgressive ? (wholeFactors[format] ?? 1) : 1', '1'),
      bug(
        'channels cost nothing',
        'channels * (bytesByDepth[depth] ?? 4) * factor',
        '(bytesByDepth[depth] ?? 4) * factor',
      ),
      bug('a picture taken upside down stays so', '      .autoOrient()\n', ''),
      bug('a small picture is made larger', ', withoutEnlargement: true', ''),
      bug('the thumbnail is drawn of the whole picture', "fit: 'cover'", "fit: 'inside'"),
      bug(
        'the place stands in the picture',
        '      .webp({ quality })\n',
        '      .keepMetadata()\n      .webp({ quality })\n',
      ),
      bug('a picture with a document behind it is taken', 'file.rest.some((byte) => byte !== 0) || ', ''),
      bug('a picture with a script in its words is taken', ' || file.beside.some(speaksAnotherFormat)', ''),
      bug('archives in the words are taken', "['%PDF-', 'PK\\x03\\x04', 'PK\\x05\\x06']", "['%PDF-']"),
      bug('markup in capitals is taken', '\\?php)\\b/i', '\\?php)\\b/'),
      bug(
        'a slow machine is told as a damaged image',
        "isTimeout(error) ? 'imageTooSlow' : 'imageDamaged'",
        "'imageDamaged'",
      ),
      bug('a damaged picture is drawn as far as it goes', "failOn: 'error'", "failOn: 'none'"),
    ],
  },
  {
    file: 'server/features/images/upload-image.ts',
    tests: uploading,
    bugs: [
      bug(
        'the same file of two members is one upload',
        'const key = `${memberId} ${sentHash',
        'const key = `${memberId > 0n} ${sentHash',
      ),
      bug('the same file twice at once is decoded twice', '  if (same) return same;\n', ''),
      bug('an upload that is over is under way for ever', '.finally(() => underWay.delete(key))', ''),
      bug(
        'a damaged file is decoded again',
        "return isLong ? 'damagedSlow' : 'damaged'",
        "return isLong ? 'damagedSlow' : 'undrawn'",
      ),
      bug('every refused file is damaged for ever', "if (code === 'imageDamaged') return", 'return'),
      bug(
        'a file that was drawn is decoded again',
        '  await settleFile(tables, memberId, sentHash, { imageId: kept.id });\n',
        '',
      ),
      bug('waiting images are told as those of the day', "waitingMax: 'imagesWaiting'", "waitingMax: 'imagesOfDay'"),
      bug('a hundred images a day are kept', 'dayMax: 60', 'dayMax: 100'),
      bug('thirty images may wait', 'waitingMax: 20', 'waitingMax: 30'),
      bug(
        'decoding is not bounded',
        'return await bulkhead.run(turnOfMember(memberId), async () => {',
        'return await Promise.resolve(bulkhead).then(async () => {',
      ),
    ],
  },
  {
    file: 'server/features/images/image-store.ts',
    tests: uploading,
    bugs: [
      bug(
        'an image of another member is read',
        'sql`webp`)',
        'sql`webp as picture from image where id = ${id} union all select webp`)',
      ),
      bug(
        'a thumbnail of another member is read',
        'sql`coalesce(small, webp)`',
        'sql`coalesce(small, webp) as picture from image where id = ${id} union all select webp`',
      ),
      bug(
        'an image of another member is attached',
        'where member_id = ${memberId} and id = ${id} and (holder',
        'where ${memberId}::bigint > 0 and id = ${id} and (holder',
      ),
      bug('an attached image is attached again', ' and (holder is null or holder = ${holder})`', '`'),
      bug('a repetition of the attaching is refused', '(holder is null or holder = ${holder})', 'holder is null'),
      bug('an image in use is told as unknown', "=== null ? 'unknown' : 'used'", "=== null ? 'used' : 'unknown'"),
      bug('attached images are removed', 'where holder is null and uploaded_at <', 'where uploaded_at <'),
      bug(
        'uploads at once pass the limit',
        "    // One upload of a member at a time, so that the count is exact.\n    await lockInTransaction(transaction, 'imagesOfMember', memberId);\n",
        '',
      ),
      bug(
        'tries of all members are counted',
        'where member_id = ${memberId} and uploaded_at >',
        'where ${memberId}::bigint > 0 and uploaded_at >',
      ),
      bug(
        'tries of always are counted',
        ' and uploaded_at > ${aDayAgo}`.execute(transaction)',
        '`.execute(transaction)',
      ),
      bug(
        'refused tries are not counted',
        '    await sql`insert into image_upload (member_id, sent_hash) values (${memberId}, ${sentHash})`.execute(transaction);\n',
        '',
      ),
      bug('what operators sent counts towards the day', 'holder not like ${`${sentByOperator}%`}', "holder like '%'"),
      bug(
        'waiting images do not count towards the day',
        '(holder is null or holder not like ${`${sentByOperator}%`})',
        'holder not like ${`${sentByOperator}%`}',
      ),
      bug(
        'an attached image is returned for the same file',
        'return holder === null\n',
        'return holder !== undefined\n',
      ),
      bug('another member’s file is known', 'where upload.member_id = ${memberId} and', 'where'),
      bug(
        'a used image of the same picture is given again',
        ' and holder is null and hash = ${hash}',
        ' and hash = ${hash}',
      ),
      bug('an operator’s picture is another in each try', '  if (rows[0]) return rows[0].id;\n', ''),
    ],
  },
  {
    file: 'server/features/images/images-feature.ts',
    tests: uploading,
    bugs: [
      bug(
        'lists load whole pictures',
        'fileOf(smallImagePath, (memberId, id) => readSmallImage(tables, memberId, id))',
        'fileOf(smallImagePath, (memberId, id) => readImage(tables, memberId, id))',
      ),
      bug(
        'a used image is told as unknown to its feature',
        "answer === 'used' ? 'imageUsed' : 'imageUnknown'",
        "'imageUnknown'",
      ),
      bug('a picture is served as a page', "type: 'image/webp'", "type: 'text/html'"),
    ],
  },
]);
