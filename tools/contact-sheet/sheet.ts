import sharp, { type OverlayOptions } from 'sharp';

export interface Shot {
  readonly name: string;
  readonly png: Buffer;
}

const columns = 12;
const thumbnailWidth = 260;
const gap = 12;
const captionHeight = 22;
const grey = '#777777';

/** Combines all images into one, each in the shortest column so far. */
export async function sheetOf(shots: readonly Shot[], phoneWidth: number, file: string): Promise<void> {
  const ends = Array.from({ length: columns }, () => gap);
  const layers: OverlayOptions[] = [];
  for (const { name, png } of shots) {
    const column = ends.indexOf(Math.min(...ends));
    const left = gap + column * (thumbnailWidth + gap);
    const top = ends[column] ?? gap;
    const picture = await sharp(png).resize({ width: thumbnailWidth }).toBuffer({ resolveWithObject: true });
    layers.push({ input: caption(name, phoneWidth), left, top });
    layers.push({ input: picture.data, left, top: top + captionHeight });
    ends[column] = top + captionHeight + picture.info.height + gap;
  }
  const width = gap + columns * (thumbnailWidth + gap);
  await sharp({ create: { width, height: Math.max(...ends), channels: 3, background: grey } })
    .composite(layers)
    .png()
    .toFile(file);
}

function caption(name: string, phoneWidth: number): Buffer {
  const text = `${name} ${phoneWidth}`;
  return Buffer.from(
    `<svg width="${thumbnailWidth}" height="${captionHeight}"><text x="2" y="15" font-family="sans-serif" font-size="13" fill="#fff">${text}</text></svg>`,
  );
}
