import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { ConvertFormat } from '../../../../src-shared/formats/formats.ts';
import { OperationError } from '../../base/errors/operation-error.ts';
import type { TextureFormat } from '../../files/images/encode-texture.ts';

/** Axis that the model's front faces after export; see `placeModel` for the mapping to glTF's axes. */
export type ExportOrientation = '+x' | '-x' | '+y' | '-y';

/** Options of `convertModel`: the fields of `POST /v3/models/convert` except `with_animation`. */
export interface ConvertOptions {
  readonly format: ConvertFormat;
  /** Null: textures keep their format as far as the container supports it. */
  readonly textureFormat: TextureFormat | null;
  /** Longest edge of a texture in pixels; larger ones are scaled down. Null: no limit. */
  readonly textureSize: number | null;
  /** Pairs triangles into quads if the format supports polygons. */
  readonly quad: boolean;
  /** Maximum number of triangles in the whole model, or of polygons with `quad`. Null: no limit. */
  readonly faceLimit: number | null;
  /** Cuts off the lowest part and closes the cut, so that the model stands flat; skeleton and clips are lost. */
  readonly flattenBottom: boolean;
  /** Share of the model's height that `flattenBottom` cuts off, 0 to below 1. */
  readonly flattenBottomThreshold: number;
  /** Moves the centre of the bounding box's bottom to the origin. */
  readonly pivotToCenterBottom: boolean;
  /** Scale factor. */
  readonly scaleFactor: number;
  /** Replaces the −x half by the mirrored +x half; skeleton and clips are lost. */
  readonly forceSymmetry: boolean;
  /** Unwraps the model again and bakes all materials into one set of textures. */
  readonly bake: boolean;
  /** Packs the existing uv charts of all materials into one atlas and bakes the textures into it. */
  readonly packUv: boolean;
  /** Names of the nodes or meshes to keep; empty: all. */
  readonly partNames: readonly string[];
  /** Removes root motion from the clips. */
  readonly animateInPlace: boolean;
  /** Merges all clips into one, one after the other. */
  readonly assembleAnimation: boolean;
  /** OBJ and GLTF only: exports vertex colours, baked from the texture if there are none. */
  readonly exportVertexColors: boolean;
  readonly exportOrientation: ExportOrientation;
  readonly fbxPreset: 'blender' | '3dsmax' | 'mixamo';
}

/**
 * Returns the options of a plain conversion to `format`. The interface does not define the default of
 * `flatten_bottom_threshold`; here: 0.01 of the height.
 */
export function defaultConvertOptions(format: ConvertFormat): ConvertOptions {
  return {
    format,
    textureFormat: null,
    textureSize: null,
    quad: false,
    faceLimit: null,
    flattenBottom: false,
    flattenBottomThreshold: 0.01,
    pivotToCenterBottom: false,
    scaleFactor: 1,
    forceSymmetry: false,
    bake: false,
    packUv: false,
    partNames: [],
    animateInPlace: false,
    assembleAnimation: false,
    exportVertexColors: false,
    exportOrientation: '+x',
    fbxPreset: 'blender',
  };
}

/** Throws `OperationError` for the first number out of range; the message names the option as in the request. */
export function checkConvertOptions(options: ConvertOptions): void {
  const { faceLimit, textureSize, scaleFactor, flattenBottomThreshold } = options;
  if (faceLimit !== null && !(Number.isInteger(faceLimit) && faceLimit >= 1)) {
    throw new OperationError('bad-option', engineMessage('model-error.face-limit', { value: String(faceLimit) }));
  }
  if (textureSize !== null && !(Number.isInteger(textureSize) && textureSize >= 1 && textureSize <= MAX_TEXTURE_SIZE)) {
    throw new OperationError(
      'bad-option',
      engineMessage('model-error.texture-size', { limit: MAX_TEXTURE_SIZE, value: String(textureSize) }),
    );
  }
  if (!(Number.isFinite(scaleFactor) && scaleFactor > 0)) {
    throw new OperationError('bad-option', engineMessage('model-error.scale-factor', { value: String(scaleFactor) }));
  }
  if (!(flattenBottomThreshold >= 0 && flattenBottomThreshold < 1)) {
    throw new OperationError(
      'bad-option',
      engineMessage('model-error.flatten-bottom', { value: String(flattenBottomThreshold) }),
    );
  }
}

/** A baked RGBA texture of this size takes 256 MB while it is baked. */
const MAX_TEXTURE_SIZE = 8192;
