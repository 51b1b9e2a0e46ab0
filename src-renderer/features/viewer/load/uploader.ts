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

/** What is smaller is left to the first frame. */
const SMALL_BYTES = 1024 ** 2;
const SMALL_PIXELS = 512 ** 2;

/** Hands models to the graphics card ahead of their first frame. */
export interface Uploader {
  /**
   * Hands over a model's large arrays and images one by one, and lets the page answer in between; three would hand over
   * everything at once. Ends early once the model is not wanted: what was handed over goes with the model then.
   */
  upload(model: Object3D, isWanted: () => boolean): Promise<void>;
  close(): void;
}

/** Makes an uploader. Its program is begun at once, so that no model waits for it. */
export function createUploader(renderer: WebGLRenderer): Uploader {
  const material = new MeshBasicMaterial();
  const scene = new Scene();
  const camera = new Camera();
  const mesh = new Mesh(new BufferGeometry(), material);
  mesh.frustumCulled = false;
  scene.add(mesh);
  renderer.compile(scene, camera);

  /** A frame in which nothing of a geometry is drawn, but all of it has to be there. */
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
          // From here on the arrays go when their own geometry does.
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
        // The model goes before this does.
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

/** A geometry for every large array of one, with nothing else in it. */
function listParts(geometry: BufferGeometry): BufferGeometry[] {
  return listArrays(geometry)
    .filter(isLarge)
    .map((attribute) => {
      const part = new BufferGeometry();
      // It is asked for where a geometry lies; this one is never seen.
      part.boundingSphere = new Sphere();
      return attribute === geometry.index ? part.setIndex(attribute) : part.setAttribute('position', attribute);
    });
}

/** Lets go of a part without what it held. */
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
