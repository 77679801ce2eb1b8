export type ImageKind = 'jpeg' | 'png' | 'webp';

/** An image file split by its format. */
export interface ImageFile {
  readonly kind: ImageKind;
  /** Everything but coded pixels: headers, comments, profiles, location. */
  readonly beside: readonly Buffer[];
  /** Whether it has more than one frame. */
  readonly moves: boolean;
  /** Bytes after the image's end: ignored by decoders, but readable as another format (polyglot file). */
  readonly rest: Buffer;
}

/** The image format by its magic bytes, regardless of file name and type; null if unsupported. */
export function kindOf(bytes: Buffer): ImageKind | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  return null;
}

/** Splits the file; null when it is truncated. */
export function layOut(bytes: Buffer, kind: ImageKind): ImageFile | null {
  switch (kind) {
    case 'jpeg':
      return layOutJpeg(bytes);
    case 'png':
      return layOutPng(bytes);
    case 'webp':
      return layOutWebp(bytes);
  }
}

/** Chunks of length, type, content and checksum, up to IEND (PNG, third edition, 5.3). */
function layOutPng(bytes: Buffer): ImageFile | null {
  const beside: Buffer[] = [];
  let moves = false;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    const next = at + 12 + bytes.readUInt32BE(at);
    if (next > bytes.length) return null;
    if (type === 'acTL') moves = true;
    if (type !== 'IDAT' && type !== 'fdAT') beside.push(bytes.subarray(at, next));
    if (type === 'IEND') return { kind: 'png', beside, moves, rest: bytes.subarray(next) };
    at = next;
  }
  return null;
}

/** Chunks of type, length and content, filled to an even length, in one RIFF container (RFC 9649, 2.3 and 2.4). */
function layOutWebp(bytes: Buffer): ImageFile | null {
  const beside: Buffer[] = [];
  let moves = false;
  const end = 8 + even(bytes.readUInt32LE(4));
  if (end > bytes.length) return null;
  for (let at = 12; at < end; ) {
    if (at + 8 > end) return null;
    const type = bytes.toString('latin1', at, at + 4);
    const next = at + 8 + even(bytes.readUInt32LE(at + 4));
    if (next > end) return null;
    if (type === 'ANIM' || type === 'ANMF') moves = true;
    if (type !== 'VP8 ' && type !== 'VP8L' && type !== 'ALPH') beside.push(bytes.subarray(at, next));
    at = next;
  }
  return { kind: 'webp', beside, moves, rest: bytes.subarray(end) };
}

const marker = { end: 0xd9, scan: 0xda, restartFirst: 0xd0, restartLast: 0xd7, temporary: 0x01 };

/** Segments with their lengths, and after each start of a scan coded pixels up to the next marker, until EOI (ITU-T T.81, B.1). */
function layOutJpeg(bytes: Buffer): ImageFile | null {
  const beside: Buffer[] = [];
  for (let at = 2; at + 2 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const code = bytes[at + 1] ?? 0;
    if (code === marker.end) return { kind: 'jpeg', beside, moves: false, rest: bytes.subarray(at + 2) };
    if (code === 0xff) {
      at += 1;
    } else if (code === marker.temporary || isRestart(code)) {
      at += 2;
    } else {
      if (at + 4 > bytes.length) return null;
      const next = at + 2 + bytes.readUInt16BE(at + 2);
      if (next > bytes.length) return null;
      beside.push(bytes.subarray(at, next));
      at = code === marker.scan ? endOfScan(bytes, next) : next;
    }
  }
  return null;
}

/** The next marker: in coded pixels 0xFF is followed by zero, and restart markers belong to the scan. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1] ?? 0;
    if (code !== 0 && code !== 0xff && !isRestart(code)) return at;
  }
  return bytes.length;
}

const isRestart = (code: number): boolean => code >= marker.restartFirst && code <= marker.restartLast;

const even = (length: number): number => length + (length % 2);
