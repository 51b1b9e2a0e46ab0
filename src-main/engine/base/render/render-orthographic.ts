import type { Document } from '@gltf-transform/core';
import { drawPrimitive } from './draw-primitive.ts';
import { toFlatMeshes } from '../document/flat-meshes.ts';
import type { Image } from '../image/image.ts';
import type { Camera } from './camera.ts';
import { createRenderCanvas, developCanvas } from './canvas.ts';
import { loadSurfaceMaterials } from './surface-material.ts';
import { worldBox, type Box } from '../document/world-box.ts';
import type { ViewName } from '../views/view-name.ts';
import { VIEW_AXES } from '../views/view-name.ts';

/** Lighting of a model: the preview's soft light, or none, which shows the base colours unlit. */
export type Lighting = 'soft' | 'none';

/** Camera distance in body sizes: the remaining perspective is less than a pixel. */
const DISTANCE = 2000;
/** The image's edge relative to the body's longest side. */
const FRAME = 1.1;
/** Samples per pixel in each direction. */
const SAMPLES = 2;

/**
 * Renders a model from some of its four sides: square images, transparent around it, without perspective, all at one
 * scale and centred on the model, so that heights agree between images. A document without triangles gives empty
 * images. 1024 px: about 0.4 s a view.
 */
export async function renderOrthographic(
  document: Document,
  names: readonly ViewName[],
  size: number,
  lighting: Lighting,
): Promise<Image[]> {
  const primitives = toFlatMeshes(document).flatMap((mesh) => mesh.primitives);
  const lit = await loadSurfaceMaterials(primitives, SAMPLES * size);
  const surfaces =
    lighting === 'soft'
      ? lit
      : lit.map((surface) => ({
          ...surface,
          color: [0, 0, 0, surface.color[3]] as const,
          glow: [surface.color[0], surface.color[1], surface.color[2]] as const,
          glowTexture: surface.texture,
        }));
  const box = worldBox(document);
  return names.map((name) => {
    const camera = farCamera(box, name);
    const canvas = createRenderCanvas(SAMPLES * size);
    primitives.forEach((primitive, i) => drawPrimitive(primitive, surfaces[i]!, camera, canvas));
    return developCanvas(canvas, SAMPLES, null);
  });
}

/** Returns a camera that sees a box from one side with negligible perspective, centred on it; null: a unit cube. */
export function farCamera(box: Box | null, name: ViewName): Camera {
  const { min, max } = box ?? { min: [0, 0, 0] as const, max: [1, 1, 1] as const };
  const longest = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  const { right, towards } = VIEW_AXES[name];
  const away = DISTANCE * longest;
  return {
    eye: [(min[0] + max[0]) / 2 + away * towards[0], (min[1] + max[1]) / 2, (min[2] + max[2]) / 2 + away * towards[1]],
    right: [right[0], 0, right[1]],
    up: [0, 1, 0],
    forward: [-towards[0], 0, -towards[1]],
    halfView: FRAME / 2 / DISTANCE,
  };
}
