import { writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { findBrowser } from '../test/browser.ts';
import { introPicture, introSize } from './intro-picture.ts';

/**
 * Films the intro of the home screen: its pictures are shown one after the other on a canvas in a browser, which encodes them.
 * Writes web/public/intro.webm and its still picture. Run with: node tools/intro/film.ts
 */
async function film(): Promise<void> {
  const { seconds, framesPerSecond } = introSize;
  const pictures = Array.from({ length: seconds * framesPerSecond }, (_, frame) =>
    introPicture(frame / framesPerSecond),
  );
  const still = introPicture(seconds * 0.55);
  const browser = await chromium.launch(await findBrowser());
  try {
    const page = await browser.newPage();
    await page.setContent(`<script>${filming}</script>`);
    const wanted = JSON.stringify({ pictures, still, ...introSize });
    const { video, poster }: Film = await page.evaluate(`film(${wanted})`);
    await save('intro.webm', video);
    await save('intro.webp', poster);
  } finally {
    await browser.close();
  }
}

/** Data addresses. */
interface Film {
  readonly video: string;
  readonly poster: string;
}

/** Runs in the page. Every picture is decoded before recording starts, so that no frame is late. */
const filming = `
async function film({ pictures, still, width, height, framesPerSecond }) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const pen = canvas.getContext('2d');
  const load = async (picture) => {
    const image = new Image();
    image.src = 'data:image/svg+xml,' + encodeURIComponent(picture);
    await image.decode();
    return createImageBitmap(image);
  };
  pen.drawImage(await load(still), 0, 0);
  const poster = canvas.toDataURL('image/webp', 0.8);
  const images = [];
  for (const picture of pictures) images.push(await load(picture));
  const recorder = new MediaRecorder(canvas.captureStream(framesPerSecond), {
    mimeType: 'video/webm;codecs=vp8', videoBitsPerSecond: 220000,
  });
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise((resolve) => { recorder.onstop = resolve; });
  pen.drawImage(images[0], 0, 0);
  recorder.start();
  for (const image of images) {
    pen.drawImage(image, 0, 0);
    await new Promise((resolve) => setTimeout(resolve, 1000 / framesPerSecond));
  }
  recorder.stop();
  await stopped;
  const reader = new FileReader();
  const read = new Promise((resolve) => { reader.onload = resolve; });
  reader.readAsDataURL(new Blob(parts));
  await read;
  return { video: reader.result, poster };
}`;

async function save(name: string, address: string): Promise<void> {
  const content = Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
  await writeFile(new URL(`../../web/public/${name}`, import.meta.url), content);
  console.log(`web/public/${name}: ${content.length} bytes`);
}

await film();
