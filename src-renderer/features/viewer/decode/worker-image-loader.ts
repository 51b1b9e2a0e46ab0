import { ImageLoader, type Object3D, type Mesh, type Texture } from 'three';
import { listTextures } from '../shading/material-textures.ts';
import { readImageSize, type ImageSize } from './image-size.ts';
import { sideName, type SideFiles } from '../load/side-files.ts';

/** The images a loader asks for while it reads one model. */
export interface WorkerImages {
  /** Waits until all are decoded; answers how many were not there or could not be read. */
  settle(): Promise<number>;
}

/** An image of more pixels is not decoded: 64 million are 256 MB on the graphics card. */
const MAX_PIXELS = 64e6;
/** All images of a model together. */
const MAX_PIXELS_TOGETHER = 256e6;

/** Pixels of what was decoded; a worker reads one model only. */
let decodedPixels = 0;

/**
 * Lets three's loaders decode images in a worker, where there are no image elements: from bytes they make addresses
 * for, from `data:` addresses, and from the files beside the model. Nothing is fetched. For the whole worker, which
 * reads one model only.
 */
export function installWorkerImageLoader(sides: SideFiles): WorkerImages {
  const held = new Map<string, Blob>();
  const pending: Promise<boolean>[] = [];
  URL.createObjectURL = (thing) => {
    const url = `blob:held/${held.size}`;
    held.set(url, thing as Blob);
    return url;
  };
  URL.revokeObjectURL = () => undefined;
  ImageLoader.prototype.load = function load(this: ImageLoader, url, onLoad, _onProgress, onError) {
    const decoded = decodeImage(find(url)).then(
      (bitmap) => {
        onLoad?.(bitmap as unknown as HTMLImageElement);
        return true;
      },
      (error: unknown) => {
        onError?.(error);
        return false;
      },
    );
    pending.push(decoded);
    return undefined as unknown as HTMLImageElement;
  };

  function find(url: string): Blob | null {
    const known = held.get(url);
    if (known) return known;
    if (url.startsWith('data:')) return decodeDataUrl(url);
    const bytes = sides.get(sideName(url));
    return bytes ? new Blob([bytes]) : null;
  }

  return {
    async settle() {
      // Loaders may ask for more while these are decoded.
      let settled = 0;
      let missing = 0;
      while (settled < pending.length) {
        const batch = pending.slice(settled);
        settled = pending.length;
        missing += (await Promise.all(batch)).filter((isThere) => !isThere).length;
      }
      return missing;
    },
  };
}

/** Decodes an image as it is, without colour conversion; throws when it is not there, damaged or too large. */
export async function decodeImage(blob: Blob | null): Promise<ImageBitmap> {
  if (!blob) throw new Error('It is not there.');
  const told = await readImageSize(blob);
  if (told) countPixels(told);
  const bitmap = await createImageBitmap(blob, { premultiplyAlpha: 'none', colorSpaceConversion: 'none' });
  // Kinds that only their reader knows; the browser refuses what it cannot hold.
  if (!told) countPixels(bitmap);
  return bitmap;
}

/** Counts an image in before it is decoded; throws when it, or all of this worker's together, would take too much. */
export function countPixels({ width, height }: ImageSize): void {
  const pixels = width * height;
  if (pixels > MAX_PIXELS || decodedPixels + pixels > MAX_PIXELS_TOGETHER) throw new Error('It is too large.');
  decodedPixels += pixels;
}

/** Turns bitmaps over whose textures are to be read from below: the graphics card takes bitmaps only as they are. */
export async function flipImages(model: Object3D): Promise<void> {
  const textures = new Set<Texture>();
  model.traverse((node) => {
    const { material } = node as Partial<Pick<Mesh, 'material'>>;
    for (const one of material ? [material].flat() : [])
      for (const [, texture] of listTextures(one)) textures.add(texture);
  });
  const turned = new Set<unknown>();
  for (const { source, flipY } of textures) {
    if (!flipY || turned.has(source) || !(source.data instanceof ImageBitmap)) continue;
    turned.add(source);
    const upright = source.data;
    source.data = await createImageBitmap(upright, {
      imageOrientation: 'flipY',
      premultiplyAlpha: 'none',
      colorSpaceConversion: 'none',
    });
    upright.close();
  }
}

/** The content of a `data:` address (RFC 2397); null when it is damaged. */
export function decodeDataUrl(url: string): Blob | null {
  const [, type = '', base64 = '', body = ''] = /^data:([^;,]*)[^,]*?(;base64)?,(.*)$/s.exec(url) ?? [];
  try {
    const text = base64 ? atob(body) : decodeURIComponent(body);
    return new Blob([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], { type });
  } catch {
    return null;
  }
}
