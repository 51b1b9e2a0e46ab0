import {
  BufferGeometry,
  Camera,
  Mesh,
  MeshBasicMaterial,
  Scene,
  Sphere,
  type BufferAttribute,
  type Object3D,
  type Texture,
  type WebGLRenderer,
} from 'three';
import { listTextures } from '../shading/material-textures.ts';

/** Smaller arrays and images are uploaded with the first frame. */
const SMALL_BYTES = 1024 ** 2;
const SMALL_PIXELS = 512 ** 2;

/** Uploads models to the graphics card before their first frame. */
export interface Uploader {
  /**
   * Uploads a model's large arrays and images one by one, yielding to the page in between; three would upload
   * everything at once. Stops early once the model is no longer wanted; uploaded data is freed with the model.
   */
  upload(model: Object3D, isWanted: () => boolean): Promise<void>;
  close(): void;
}

/** Creates an uploader and starts compiling its program, so that no model has to wait for it. */
export function createUploader(renderer: WebGLRenderer): Uploader {
  const material = new MeshBasicMaterial();
  const scene = new Scene();
  const camera = new Camera();
  const mesh = new Mesh(new BufferGeometry(), material);
  mesh.frustumCulled = false;
  scene.add(mesh);
  renderer.compile(scene, camera);

  /** Draws a frame that shows nothing of a geometry but requires all of it. */
  function hand(geometry: BufferGeometry): void {
    const { start, count } = geometry.drawRange;
    mesh.geometry = geometry;
    geometry.setDrawRange(0, 0);
    renderer.render(scene, camera);
    geometry.setDrawRange(start, count);
  }

  return {
    async upload(model, isWanted) {
      const { geometries, textures } = listLarge(model);
      let parts: BufferGeometry[] = [];
      try {
        for (const geometry of geometries) {
          for (const part of listParts(geometry)) {
            await nextTask();
            if (!isWanted()) return;
            parts.push(part);
            hand(part);
          }
          // From here on, the arrays are freed with their own geometry.
          hand(geometry);
          for (const part of parts) release(part);
          parts = [];
        }
        for (const texture of textures) {
          await nextTask();
          if (!isWanted()) return;
          renderer.initTexture(texture);
        }
        await nextTask();
      } finally {
        for (const part of parts) part.dispose();
        // The model is freed before this mesh.
        mesh.geometry = new BufferGeometry();
      }
    },
    close() {
      material.dispose();
    },
  };
}

function listLarge(model: Object3D) {
  const geometries = new Set<BufferGeometry>();
  const textures = new Set<Texture>();
  model.traverse((node) => {
    if (!(node instanceof Mesh)) return;
    const { geometry, material } = node as Mesh;
    if (listArrays(geometry).some(isLarge)) geometries.add(geometry);
    for (const one of [material].flat())
      for (const [, texture] of listTextures(one)) {
        const { width = 0, height = 0 } = (texture.source.data ?? {}) as { width?: number; height?: number };
        if (width * height > SMALL_PIXELS) textures.add(texture);
      }
  });
  return { geometries, textures };
}

function listArrays({ index, attributes }: BufferGeometry): BufferAttribute[] {
  const all = Object.values(attributes).filter((attribute) => 'isBufferAttribute' in attribute);
  return [...(index ? [index] : []), ...all] as BufferAttribute[];
}

function isLarge({ array }: BufferAttribute): boolean {
  return array.byteLength > SMALL_BYTES;
}

/** Returns a geometry for every large array of one, without other arrays. */
function listParts(geometry: BufferGeometry): BufferGeometry[] {
  return listArrays(geometry)
    .filter(isLarge)
    .map((attribute) => {
      const part = new BufferGeometry();
      // Three asks for its bounds; this geometry is never visible.
      part.boundingSphere = new Sphere();
      return attribute === geometry.index ? part.setIndex(attribute) : part.setAttribute('position', attribute);
    });
}

/** Frees a part without its array. */
function release(part: BufferGeometry): void {
  part.setIndex(null);
  part.deleteAttribute('position');
  part.dispose();
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
