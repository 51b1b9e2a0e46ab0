import { ImageLoader, type Object3D, type Mesh, type Texture } from 'three';
import { listTextures } from '../shading/material-textures.ts';
import { readImageSize, type ImageSize } from './image-size.ts';
import { sideName, type SideFiles } from '../load/side-files.ts';

/** Images that a loader requests while it reads one model. */
export interface WorkerImages {
  /** Waits until all are decoded; returns the number of missing or unreadable ones. */
  settle(): Promise<number>;
  /** Returns the address that the image of a texture was requested from; null if it has none. */
  addressOf(texture: Texture): string | null;
}

/** Maximum size of a decoded image: 64 million pixels are 256 MB on the graphics card. */
const MAX_PIXELS = 64e6;
/** Maximum number of pixels of all images of a model. */
const MAX_PIXELS_TOGETHER = 256e6;

/** Number of decoded pixels; a worker reads only one model. */
let decodedPixels = 0;

/**
 * Lets three's loaders decode images in a worker, where image elements do not exist: from object URLs they create, from
 * `data:` URLs, and from companion files of the model. Nothing is fetched. Affects the whole worker, which reads only
 * one model.
 */
export function installWorkerImageLoader(sides: SideFiles): WorkerImages {
  const held = new Map<string, Blob>();
  const pending: Promise<boolean>[] = [];
  const addresses = new WeakMap<ImageBitmap, string>();
  URL.createObjectURL = (thing) => {
    const url = `blob:held/${held.size}`;
    held.set(url, thing as Blob);
    return url;
  };
  URL.revokeObjectURL = () => undefined;
  ImageLoader.prototype.load = function load(this: ImageLoader, url, onLoad, _onProgress, onError) {
    const decoded = decodeImage(find(url)).then(
      (bitmap) => {
        addresses.set(bitmap, url);
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
      // Loaders may request more images while these are decoded.
      let settled = 0;
      let missing = 0;
      while (settled < pending.length) {
        const batch = pending.slice(settled);
        settled = pending.length;
        missing += (await Promise.all(batch)).filter((isThere) => !isThere).length;
      }
      return missing;
    },
    addressOf: ({ source }) => addresses.get(source.data as ImageBitmap) ?? null,
  };
}

/** Decodes an image without colour conversion; throws if it is missing, damaged or too large. */
export async function decodeImage(blob: Blob | null): Promise<ImageBitmap> {
  if (!blob) throw new Error('It is not there.');
  const declared = await readImageSize(blob);
  if (declared) countPixels(declared);
  const bitmap = await createImageBitmap(blob, { premultiplyAlpha: 'none', colorSpaceConversion: 'none' });
  // Formats whose size only their decoder knows; the browser rejects images it cannot hold.
  if (!declared) countPixels(bitmap);
  return bitmap;
}

/**
 * Counts an image's pixels before it is decoded; throws if it, or all of this worker's images together, are too large.
 */
export function countPixels({ width, height }: ImageSize): void {
  const pixels = width * height;
  if (pixels > MAX_PIXELS || decodedPixels + pixels > MAX_PIXELS_TOGETHER) throw new Error('It is too large.');
  decodedPixels += pixels;
}

/** Flips bitmaps of textures with `flipY`: WebGL uploads bitmaps unflipped. */
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

/** Decodes a `data:` URL (RFC 2397); returns null if it is damaged. */
export function decodeDataUrl(url: string): Blob | null {
  const comma = url.indexOf(',');
  if (!url.startsWith('data:') || comma < 0) return null;
  const head = url.slice('data:'.length, comma);
  const body = url.slice(comma + 1);
  const [type = ''] = head.split(';', 1);
  try {
    const text = head.endsWith(';base64') ? atob(body) : decodeURIComponent(body);
    return new Blob([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], { type });
  } catch {
    return null;
  }
}
