import { Group, LoadingManager } from 'three';
import { ThreeMFLoader } from 'three/addons/loaders/3MFLoader.js';
import { checkThreeMfCounts } from './check-three-mf-counts.ts';
import type { ParsedModel } from './pack-model.ts';

/** Default unit of the core specification; delivered files specify no other. */
const MILLIMETRE = 0.001;

/**
 * Reads 3MF (core specification 1.3) into metres, y up, on the main thread, because workers have no XML parser. Throws
 * if it is not 3MF, and `ModelLoadError` if it is too large to show.
 */
export async function readThreeMf(bytes: ArrayBuffer): Promise<ParsedModel> {
  checkThreeMfCounts(bytes);
  const manager = new LoadingManager();
  let missingPictures = 0;
  let asked = false;
  const pictures = new Promise<void>((resolve) => {
    manager.onStart = () => (asked = true);
    manager.onError = () => missingPictures++;
    manager.onLoad = resolve;
  });
  const parts = new ThreeMFLoader(manager).parse(bytes) as Group | undefined;
  if (!parts) throw new Error('It is no 3MF.');
  if (asked) await pictures;
  parts.rotation.x = -Math.PI / 2;
  const object = new Group().add(parts);
  object.scale.setScalar(MILLIMETRE);
  return { object, clips: [], missingPictures };
}
