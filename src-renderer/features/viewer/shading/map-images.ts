import { Mesh, type Material, type Object3D, type Texture } from 'three';
import { findMapImage, type MapChannels } from './map-material.ts';
import type { RawImage } from '../load/packed-model.ts';
import { MAPS, type MapName } from './shading-modes.ts';

/** An image of one material channel of a model. */
export interface MapImage {
  readonly map: MapName;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** The channel alone as stored in the file, at most `EDGE` pixels; null: it cannot be scaled down. */
  readonly small: ImageData | null;
}

/** Longer side of a thumbnail in pixels: 48 points on a high-density screen. */
const EDGE = 96;

/** Maximum number of images. */
const MAX_IMAGES = 24;

/** Channel indices by their GLSL names. */
const CHANNELS = { r: 0, g: 1, b: 2 } as const;

/**
 * Creates thumbnails of a model's material images, channel by channel, each image once per channel. Yields to the page
 * between images; stops early once they are no longer wanted.
 */
export async function drawMapImages(model: Object3D, isWanted: () => boolean): Promise<MapImage[]> {
  const drawn: MapImage[] = [];
  for (const { map, texture, channels } of listImages(model)) {
    const { width, height } = texture.source.data as { width: number; height: number };
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    if (!isWanted()) break;
    drawn.push({ map, width, height, small: await drawSmall(texture, channels).catch(() => null) });
  }
  return drawn;
}

function listImages(model: Object3D) {
  const materials = new Set<Material>();
  model.traverse((node) => {
    if (node instanceof Mesh) for (const one of [(node as Mesh).material].flat()) materials.add(one);
  });
  return MAPS.flatMap((map) => {
    const images = [...materials].flatMap((material) => findMapImage(material, map) ?? []);
    const loaded = images.filter(({ texture }) => texture.source.data !== null);
    const bySource = new Map(loaded.map((each) => [each.texture.source, each]));
    return [...bySource.values()].map((each) => ({ map, ...each }));
  }).slice(0, MAX_IMAGES);
}

async function drawSmall(texture: Texture, channels: MapChannels): Promise<ImageData> {
  const picture = texture.source.data as ImageBitmap | HTMLImageElement | RawImage;
  const scale = Math.min(1, EDGE / Math.max(picture.width, picture.height));
  const [width, height] = [picture.width, picture.height].map((size) => Math.max(1, Math.round(size * scale))) as [
    number,
    number,
  ];
  const bitmap = await createImageBitmap('data' in picture ? toImageData(picture) : picture, {
    resizeWidth: width,
    resizeHeight: height,
    // Bitmaps of textures with `flipY` were flipped for the graphics card.
    imageOrientation: texture.flipY && picture instanceof ImageBitmap ? 'flipY' : 'from-image',
  });
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error('There is no canvas.');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return takeChannels(context.getImageData(0, 0, width, height), channels);
}

/** Shows the channels as grey and removes transparency, which belongs to another channel. */
function takeChannels(image: ImageData, channels: MapChannels): ImageData {
  const { data } = image;
  const offsets = [...channels].map((letter) => CHANNELS[letter as keyof typeof CHANNELS]);
  for (let at = 0; at < data.length; at += 4) {
    const [r = 0, g = 0, b = 0] = offsets.map((offset) => data[at + offset] ?? 0);
    data.set([r, g, b, 255], at);
  }
  return image;
}

function toImageData({ data, width, height }: RawImage): ImageData {
  if (data.byteLength !== width * height * 4) throw new Error('Its texels are of another kind.');
  const texels = new Uint8ClampedArray(data.byteLength);
  texels.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  return new ImageData(texels, width, height);
}
