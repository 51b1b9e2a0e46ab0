import sharp from 'sharp';

/** Edge of the image. */
const SIZE = 256;

/** The color of a background at a pixel. */
type Background = (x: number, y: number) => readonly number[];

/** A white disc with a red bar over its middle; the bar is 3.2 times as wide as high. */
export function drawRedBar(background: Background): Promise<Buffer> {
  const pixels = Buffer.alloc(SIZE * SIZE * 3);
  for (let i = 0; i < SIZE * SIZE; i++) {
    const [x, y] = [i % SIZE, Math.floor(i / SIZE)];
    const [across, down] = [x - SIZE / 2, y - SIZE / 2];
    const isBar = Math.abs(across) < 80 && Math.abs(down) < 25;
    const isDisc = Math.hypot(across, down) < 88;
    pixels.set(isBar ? [220, 30, 30] : isDisc ? [235, 235, 235] : background(x, y), 3 * i);
  }
  return sharp(pixels, { raw: { width: SIZE, height: SIZE, channels: 3 } })
    .png()
    .toBuffer();
}

/** Blue and green waves and grain. */
export const busyBackground: Background = (x, y) => {
  const wave = 50 * Math.sin(x / 13) * Math.cos(y / 9);
  return [30, 100 + wave + ((37 * x + 91 * y) % 40), 130 + wave];
};

/** One dark color. */
export const plainBackground: Background = () => [20, 40, 60];
