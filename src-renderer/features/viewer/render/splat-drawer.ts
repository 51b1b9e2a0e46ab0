import { SparkRenderer, SplatFileType, SplatMesh } from '@sparkjsdev/spark';
import type { ModelDrawer } from './model-drawer.ts';
import type { SplatFormat } from '../load/splat-worker.ts';
import type { WebGLRenderer } from 'three';

/** How often it is looked whether a sort came to its end. */
const LOOK_MS = 50;

const FILE_TYPES = { ply: SplatFileType.PLY, splat: SplatFileType.SPLAT } as const;

/** Reads Gaussian splats of a file, which takes its bytes; rejects with what the reader says. */
export async function readSplats(format: SplatFormat, bytes: ArrayBuffer): Promise<SplatMesh> {
  const splats = new SplatMesh({
    fileBytes: bytes,
    fileType: FILE_TYPES[format],
    // The short form has places of 16 bits, which shows at the edges of anything larger than a hand.
    extSplats: true,
    editable: false,
    raycastable: false,
  });
  return splats.initialized;
}

/**
 * Draws the splats that are in a scene and visible. They are sorted anew, in a worker, when the camera has moved:
 * `redraw` is called when that is done. Their colours are drawn as they are, without light.
 */
export function drawSplats(renderer: WebGLRenderer, redraw: () => void): ModelDrawer {
  const spark = new SparkRenderer({
    renderer,
    onDirty: redraw,
    // Places relative to the camera in full: of 16 bits they would tremble while it moves.
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

/** A sort under way cannot be called back, and goes on with what it was given. */
function free(spark: SparkRenderer): void {
  if (spark.sorting) {
    setTimeout(() => {
      free(spark);
    }, LOOK_MS);
    return;
  }
  spark.dispose();
  spark.geometry.dispose();
  spark.material.dispose();
}
