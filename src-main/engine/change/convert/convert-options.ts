import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { ConvertFormat } from '../../../../src-shared/formats/formats.ts';
import { OperationError } from '../../base/errors/operation-error.ts';
import type { TextureFormat } from '../../files/images/encode-texture.ts';

/** Where the front of the model shall face: see `placeModel` for what each name means in glTF's axes. */
export type ExportOrientation = '+x' | '-x' | '+y' | '-y';

/** What `convertModel` is asked for; the fields of `POST /v3/models/convert` but `with_animation`. */
export interface ConvertOptions {
  readonly format: ConvertFormat;
  /** Null: textures stay in the format they have, as far as the container can hold it. */
  readonly textureFormat: TextureFormat | null;
  /** Longest edge of a texture in pixels; larger ones are made smaller, smaller ones stay. Null: all stay. */
  readonly textureSize: number | null;
  /** Pair triangles into quads, where the format can hold polygons. */
  readonly quad: boolean;
  /** At most so many triangles in the whole model, or polygons with `quad`. Null: no limit. */
  readonly faceLimit: number | null;
  /** Cut the lowest part off and close the cut, so that the model stands; skeleton and clips are lost. */
  readonly flattenBottom: boolean;
  /** How much `flattenBottom` cuts off, as a share of the model's height, 0 to below 1. */
  readonly flattenBottomThreshold: number;
  /** Put the centre of the bounding box's bottom on the origin. */
  readonly pivotToCenterBottom: boolean;
  /** Size is multiplied by this. */
  readonly scaleFactor: number;
  /** Replace the −x half by the mirrored +x half; skeleton and clips are lost. */
  readonly forceSymmetry: boolean;
  /** Unwrap anew and bake all materials into one set of textures. */
  readonly bake: boolean;
  /** Pack the uv charts of all materials, as they are, into one atlas and bake the textures into it. */
  readonly packUv: boolean;
  /** Names of the nodes or meshes to keep; empty: all. */
  readonly partNames: readonly string[];
  /** Take the way over the ground out of the clips. */
  readonly animateInPlace: boolean;
  /** Join all clips to one in which they follow each other. */
  readonly assembleAnimation: boolean;
  /** OBJ and GLTF only: write vertex colours, baked from the texture where there are none. */
  readonly exportVertexColors: boolean;
  readonly exportOrientation: ExportOrientation;
  readonly fbxPreset: 'blender' | '3dsmax' | 'mixamo';
}

/**
 * The options of a plain conversion to `format`. The interface leaves the default of `flatten_bottom_threshold` open;
 * here: 0.01 of the height.
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

/** Throws `OperationError` for the first number that is out of range; the sentence names the option as on the wire. */
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

/** A baked RGBA texture of this size takes 256 MB while it is made. */
const MAX_TEXTURE_SIZE = 8192;
