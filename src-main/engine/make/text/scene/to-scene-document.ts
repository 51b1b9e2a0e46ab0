import { Document, Logger, type Material } from '@gltf-transform/core';
import { LINEAR_OF_BYTE } from '../../../base/color/srgb.ts';
import type { Finish } from '../../../base/material/finish.ts';
import type { Part } from '../../../catalogue/builder/part-builder.ts';
import {
  drawPattern,
  drawTones,
  type PatternExtras,
  type PatternImages,
} from '../../../base/material/pattern-images.ts';
import { PATTERN_WHITE, TILE, type PatternName } from '../../../base/material/patterns.ts';
import type { Scene, SceneObject } from './scene.ts';
import { solidsToMesh } from '../../../catalogue/builder/solids-to-mesh.ts';
import { computeTangents } from '../../../base/mesh/compute-tangents.ts';

/** Contents of a scene document. */
export interface DocumentOptions {
  /** Use colours and patterns; otherwise everything is plain light grey. */
  readonly isTextured: boolean;
  /** Use metalness, roughness and normal maps; otherwise colours only. */
  readonly isPbr: boolean;
  readonly hasUvs: boolean;
  /** A child node with a mesh for every part instead of one mesh per object. */
  readonly isInParts: boolean;
  /** Edge of a pattern tile in pixels. */
  readonly patternSize: number;
  readonly textureSeed: number;
}

/** Edges are smoothed if the normals of their faces differ by less than this, degrees. */
const CREASE_ANGLE = 42;
const PLAIN: Finish = { color: [200, 200, 200], metallic: 0, roughness: 0.8, alpha: 1, glow: 0, pattern: null };
/** Maximum number of vertices for 16-bit indices; glTF reserves 65,535 for primitive restart. */
const MAX_SHORT_VERTICES = 65_534;

/**
 * Converts a scene to a glTF document: one node per object (with `isInParts`, one child node per part), one primitive
 * per finish, shared materials. Patterns repeat, so UVs exceed 1.
 */
export async function toSceneDocument(scene: Scene, options: DocumentOptions): Promise<Document> {
  const document = new Document().setLogger(new Logger(Logger.Verbosity.SILENT));
  const buffer = document.createBuffer();
  const root = document.createScene('scene');
  document.getRoot().setDefaultScene(root);
  const toMaterial = createMaterialFactory(document, options);

  for (const object of scene.objects) {
    const node = document.createNode(object.name).setTranslation([...object.at]);
    const half = (object.rotationY * Math.PI) / 360;
    if (object.rotationY !== 0) node.setRotation([0, Math.sin(half), 0, Math.cos(half)]);
    root.addChild(node);
    const edge = tileSizeOf(object);
    const toMesh = async (name: string, parts: readonly Part[]) => {
      const mesh = document.createMesh(name);
      for (const [finish, own] of groupByFinish(object, parts, options)) {
        const shaded = solidsToMesh(
          own.map((part) => part.solid),
          { crease: scene.isFaceted ? 1 : CREASE_ANGLE, uvScale: options.hasUvs ? 1 / edge : null },
        );
        const attribute = (type: 'VEC2' | 'VEC3' | 'VEC4', array: Float32Array) =>
          document.createAccessor().setType(type).setArray(array.slice()).setBuffer(buffer);
        const isShort = shaded.positions.length / 3 <= MAX_SHORT_VERTICES;
        const indices = isShort ? Uint16Array.from(shaded.indices) : shaded.indices.slice();
        const primitive = document
          .createPrimitive()
          .setIndices(document.createAccessor().setType('SCALAR').setArray(indices).setBuffer(buffer))
          .setAttribute('POSITION', attribute('VEC3', shaded.positions))
          .setAttribute('NORMAL', attribute('VEC3', shaded.normals))
          .setMaterial(await toMaterial(finish));
        if (shaded.uvs) primitive.setAttribute('TEXCOORD_0', attribute('VEC2', shaded.uvs));
        if (primitive.getMaterial()?.getNormalTexture())
          primitive.setAttribute('TANGENT', attribute('VEC4', computeTangents(shaded)));
        mesh.addPrimitive(primitive);
      }
      return mesh;
    };
    if (options.isInParts) {
      for (const [name, part] of numberNames(object.parts)) {
        node.addChild(
          document.createNode(`${object.name}_${name}`).setMesh(await toMesh(`${object.name}_${name}`, [part])),
        );
      }
    } else {
      node.setMesh(await toMesh(object.name, object.parts));
    }
  }
  return document;
}

/** Returns the edge of one repeat of a pattern on an object, metres. */
function tileSizeOf({ box }: SceneObject): number {
  const size = Math.cbrt(box.max.reduce((product, high, axis) => product * Math.max(0.01, high - box.min[axis]!), 1));
  return Math.min(TILE.most, Math.max(TILE.least, TILE.share * size));
}

function groupByFinish(
  object: SceneObject,
  parts: readonly Part[],
  { isTextured }: DocumentOptions,
): Map<Finish, Part[]> {
  const groups = new Map<Finish, Part[]>();
  const keys = new Map<string, Finish>();
  for (const part of parts) {
    const finish = isTextured ? (object.finishes.get(part.slot) ?? PLAIN) : PLAIN;
    const key = JSON.stringify(finish);
    const own = keys.get(key) ?? finish;
    keys.set(key, own);
    groups.set(own, [...(groups.get(own) ?? []), part]);
  }
  return groups;
}

/** Gives parts unique names: `leg_1`, `leg_2` if several share one. */
function numberNames(parts: readonly Part[]): [string, Part][] {
  const totals = new Map<string, number>();
  for (const { name } of parts) totals.set(name, (totals.get(name) ?? 0) + 1);
  const used = new Map<string, number>();
  return parts.map((part) => {
    const number = (used.get(part.name) ?? 0) + 1;
    used.set(part.name, number);
    return [totals.get(part.name) === 1 ? part.name : `${part.name}_${number}`, part];
  });
}

/** Returns a function that converts a finish to a material, creating equal materials and textures once. */
function createMaterialFactory(document: Document, options: DocumentOptions): (finish: Finish) => Promise<Material> {
  const materials = new Map<string, Material>();
  const patterns = new Map<PatternName, PatternImages>();
  const textures = new Map<string, ReturnType<Document['createTexture']>>();
  const texture = (extras: PatternExtras, image: Uint8Array, mime: string) => {
    const { pattern, patternMap: map, patternTones: tones } = extras;
    const key = JSON.stringify(extras);
    const known =
      textures.get(key) ??
      document
        .createTexture(`${pattern}_${map === 'normal' ? map : 'color'}${tones ? `_${tones.at(-1)!}` : ''}`)
        .setImage(image)
        .setMimeType(mime)
        .setExtras({ ...extras });
    textures.set(key, known);
    return known;
  };
  return async (finish) => {
    const key = JSON.stringify(finish);
    const known = materials.get(key);
    if (known) return known;

    const { color, metallic, roughness, alpha, glow, tones } = finish;
    const pattern = options.isTextured && options.hasUvs ? finish.pattern : null;
    const bare = color.map((byte) => LINEAR_OF_BYTE[byte]!);
    // Compensates for the pattern texture, whose white is darker, as far as no channel exceeds 1.
    const gain = pattern ? Math.min(PATTERN_WHITE ** 2.2, 1 / Math.max(0.01, ...bare)) : 1;
    // A texture of tones already contains the colour.
    const linear = bare.map((value) => (pattern && tones ? 1 : value * gain)) as [number, number, number];
    const material = document
      .createMaterial(`${pattern ?? (metallic > 0.5 ? 'metal' : 'plain')}_${toHex(color)}`)
      .setBaseColorFactor([...linear, alpha])
      .setMetallicFactor(options.isPbr ? metallic : 0)
      .setRoughnessFactor(options.isPbr ? roughness : 0.8);
    if (alpha < 1) material.setAlphaMode('BLEND');
    if (glow > 0)
      material.setEmissiveFactor(color.map((byte) => LINEAR_OF_BYTE[byte]! * glow) as [number, number, number]);
    if (pattern) {
      const { textureSeed: patternSeed, patternSize: size } = options;
      const images = patterns.get(pattern) ?? (await drawPattern(pattern, patternSeed, size));
      patterns.set(pattern, images);
      // Lets refineModel draw the same pattern at a higher resolution.
      const extras = { pattern, patternSeed };
      material.setBaseColorTexture(
        tones
          ? texture(
              { ...extras, patternMap: 'tones', patternTones: tones.map(toHex) },
              await drawTones(pattern, patternSeed, size, tones),
              'image/jpeg',
            )
          : texture({ ...extras, patternMap: 'light' }, images.light, 'image/jpeg'),
      );
      if (options.isPbr)
        material.setNormalTexture(texture({ ...extras, patternMap: 'normal' }, images.normal, 'image/png'));
    }
    materials.set(key, material);
    return material;
  };
}

function toHex(color: readonly number[]): string {
  return color.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
