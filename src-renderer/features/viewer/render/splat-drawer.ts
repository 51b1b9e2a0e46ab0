import { SparkRenderer, SplatFileType, SplatMesh } from '@sparkjsdev/spark';
import type { ModelDrawer } from './model-drawer.ts';
import type { SplatFormat } from '../load/splat-worker.ts';
import type { WebGLRenderer } from 'three';

/** Interval for checking whether sorting has finished. */
const POLL_MS = 50;

const FILE_TYPES = { ply: SplatFileType.PLY, splat: SplatFileType.SPLAT } as const;

/** Reads Gaussian splats from a file and transfers its bytes; rejects with the reader's error. */
export async function readSplats(format: SplatFormat, bytes: ArrayBuffer): Promise<SplatMesh> {
  const splats = new SplatMesh({
    fileBytes: bytes,
    fileType: FILE_TYPES[format],
    // The short form has 16-bit positions, which is visible at the edges of anything larger than a hand.
    extSplats: true,
    editable: false,
    raycastable: false,
  });
  return splats.initialized;
}

/**
 * Draws the visible splats of a scene without lighting. A worker sorts them again after the camera moved, then calls
 * `redraw`.
 */
export function drawSplats(renderer: WebGLRenderer, redraw: () => void): ModelDrawer {
  const spark = new SparkRenderer({
    renderer,
    onDirty: redraw,
    // Positions relative to the camera need full precision: with 16 bits they jitter while it moves.
    accumExtSplats: true,
    enableLod: false,
  });
  return {
    object: spark,
    get isSettled() {
      return spark.orderingTexture !== null && !spark.sorting && !spark.sortDirty;
    },
    close() {
      spark.removeFromParent();
      delete spark.onDirty;
      spark.sortDirty = false;
      free(spark);
    },
  };
}

/** Sorting in progress cannot be cancelled and keeps using its data. */
function free(spark: SparkRenderer): void {
  if (spark.sorting) {
    setTimeout(() => {
      free(spark);
    }, POLL_MS);
    return;
  }
  spark.dispose();
  spark.geometry.dispose();
  spark.material.dispose();
}
