import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { redrawImage } from './redraw-image.ts';

/** A process that draws the picture of its standard input and prints by how many bytes its memory grew. */
const bytes = await buffer(process.stdin);
const draw = (file: Buffer) => redrawImage(file).catch(() => null);
// What the first picture loads is no memory of the second.
await draw(
  await sharp({ create: { width: 64, height: 64, channels: 3, background: '#285' } })
    .png()
    .toBuffer(),
);
const before = process.memoryUsage.rss();
await draw(bytes);
process.stdout.write(String(process.memoryUsage.rss() - before));
