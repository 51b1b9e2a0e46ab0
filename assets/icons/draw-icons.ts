import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';

/** The mark: a drop above the line it falls on, on a dark tile with the round corners of the desktop's own icons. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1024 1024">
  <defs>
    <linearGradient id="tile" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#33373d" />
      <stop offset="1" stop-color="#15171a" />
    </linearGradient>
    <linearGradient id="drop" x1="0.2" y1="0.1" x2="0.8" y2="1">
      <stop offset="0" stop-color="#b5d8ff" />
      <stop offset="0.45" stop-color="#5f9fe8" />
      <stop offset="1" stop-color="#1f559f" />
    </linearGradient>
    <linearGradient id="anvil" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#eceff3" />
      <stop offset="1" stop-color="#9aa3ae" />
    </linearGradient>
  </defs>
  <rect x="64" y="64" width="896" height="896" rx="200" fill="url(#tile)" />
  <path d="M512 150 C640 296 706 398 706 492 A194 194 0 0 1 318 492 C318 398 384 296 512 150 Z" fill="url(#drop)" />
  <path d="M512 150 V686 A194 194 0 0 1 318 492 C318 398 384 296 512 150 Z" fill="#0d2c57" fill-opacity="0.22" />
  <path d="M584 336 C620 390 642 432 646 478" fill="none" stroke="#ffffff" stroke-opacity="0.75" stroke-width="30" stroke-linecap="round" />
  <rect x="232" y="762" width="560" height="76" rx="26" fill="url(#anvil)" />
</svg>`;

/** Sides of the PNGs Linux desktops look for, in pixels. */
const PNG_SIZES = [16, 32, 48, 64, 128, 256, 512, 1024];

/** Sides inside the Windows icon; 256 is the largest the format can name. */
const ICO_SIZES = [16, 32, 48, 64, 128, 256];

/** Types of the macOS icon's parts that hold a PNG, by side. */
const ICNS_TYPES: Readonly<Record<number, string>> = { 128: 'ic07', 256: 'ic08', 512: 'ic09', 1024: 'ic10' };

/** Draws the app's icon into a folder: `<side>x<side>.png` for Linux, `icon.ico` for Windows, `icon.icns` for macOS. */
export async function drawIcons(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const pictures = new Map<number, Buffer>();
  for (const size of PNG_SIZES) {
    const png = await sharp(Buffer.from(ICON)).resize(size, size).png({ compressionLevel: 9 }).toBuffer();
    pictures.set(size, png);
    writeFileSync(join(folder, `${size}x${size}.png`), png);
  }
  const pick = (size: number): [number, Buffer] => [size, pictures.get(size) ?? Buffer.alloc(0)];
  writeFileSync(join(folder, 'icon.ico'), toIco(ICO_SIZES.map(pick)));
  writeFileSync(join(folder, 'icon.icns'), toIcns(Object.keys(ICNS_TYPES).map((size) => pick(Number(size)))));
}

/** A Windows icon: a header, a 16-byte entry per picture, then the PNGs (Microsoft, “The format of icon resources”). */
function toIco(pictures: readonly (readonly [number, Buffer])[]): Buffer {
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  pictures.forEach(([size, png], index) => {
    const entry = 6 + 16 * index;
    // 256 is written as 0.
    header.writeUInt8(size % 256, entry);
    header.writeUInt8(size % 256, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  });
  return Buffer.concat([header, ...pictures.map(([, png]) => png)]);
}

/** A macOS icon: `icns`, the whole length, then parts of type, length and PNG; lengths count their own heads. */
function toIcns(pictures: readonly (readonly [number, Buffer])[]): Buffer {
  const parts = pictures.map(([size, png]) => toChunk(ICNS_TYPES[size] ?? '', png));
  return toChunk('icns', Buffer.concat(parts));
}

function toChunk(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32BE(body.length + 8, 4);
  return Buffer.concat([head, body]);
}

if (import.meta.main) await drawIcons(resolve(process.argv[2] ?? import.meta.dirname));
