import type { Document, Material, Primitive } from '@gltf-transform/core';
import { readFloats } from '../../base/document/list-surfaces.ts';
import { toLinear } from '../bake/texture-sampler.ts';
import type { TriangleMesh } from '../../base/mesh/triangle-mesh.ts';
import { toVertexNormals } from '../../base/mesh/vertex-normals.ts';
import type { TextureSamplers } from '../bake/load-texture-samplers.ts';
import type { SourcePatches } from '../../base/primitive/joined-patches.ts';

/**
 * Builds a primitive of new triangles that continues a surface: each vertex takes the base colour (as vertex colour),
 * joints and morph targets of its source vertex; the material is untextured. Creates the accessors in `document`.
 */
export function buildHoleFill(
  document: Document,
  source: SourcePatches,
  mesh: TriangleMesh,
  origins: Uint32Array,
  samplers: TextureSamplers,
): Primitive {
  const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer();
  const accessor = (type: 'SCALAR' | 'VEC3' | 'VEC4', array: Float32Array | Uint16Array | Uint32Array) =>
    document.createAccessor().setBuffer(buffer).setType(type).setArray(array.slice());
  const owners = locate(source, origins);
  const first = source.patches[0]!.primitive;
  const primitive = document
    .createPrimitive()
    .setMaterial(plainMaterial(document, first.getMaterial()))
    .setIndices(accessor('SCALAR', mesh.indices))
    .setAttribute('POSITION', accessor('VEC3', mesh.positions))
    .setAttribute('NORMAL', accessor('VEC3', toVertexNormals(mesh)))
    .setAttribute('COLOR_0', accessor('VEC3', readColors(source, owners, samplers)));

  const parts = source.patches.map((patch) => patch.primitive);
  for (const semantic of first.listSemantics()) {
    if (!/^(JOINTS|WEIGHTS)_/.test(semantic) || !parts.every((part) => part.getAttribute(semantic))) continue;
    const values = gather(parts, owners, (part) => readFloats(part, semantic)!, 4);
    const array = semantic.startsWith('JOINTS_') ? Uint16Array.from(values) : values;
    primitive.setAttribute(semantic, accessor('VEC4', array));
  }
  first.listTargets().forEach((target, i) => {
    const moved = gather(
      parts,
      owners,
      (part) => {
        const shift = part.listTargets()[i]?.getAttribute('POSITION');
        return Float32Array.from(shift?.getArray() ?? new Float32Array(part.getAttribute('POSITION')!.getCount() * 3));
      },
      3,
    );
    const shape = document.createPrimitiveTarget(target.getName()).setAttribute('POSITION', accessor('VEC3', moved));
    primitive.addTarget(shape);
  });
  return primitive;
}

/** Source of each vertex: the index of its patch, and of the vertex in that patch. */
type Owners = readonly (readonly [patch: number, vertex: number])[];

function locate({ patches }: SourcePatches, origins: Uint32Array): Owners {
  const ends: number[] = [];
  for (const { primitive } of patches) ends.push((ends.at(-1) ?? 0) + primitive.getAttribute('POSITION')!.getCount());
  return Array.from(origins, (origin) => {
    const patch = ends.findIndex((end) => origin < end);
    return [patch, origin - (ends[patch - 1] ?? 0)] as const;
  });
}

function gather(
  parts: readonly Primitive[],
  owners: Owners,
  read: (part: Primitive) => Float32Array,
  size: number,
): Float32Array {
  const arrays = parts.map(read);
  const values = new Float32Array(owners.length * size);
  owners.forEach(([patch, vertex], i) =>
    values.set(arrays[patch]!.subarray(vertex * size, (vertex + 1) * size), i * size),
  );
  return values;
}

/** Computes linear RGB colours: texture × factor × vertex colour. */
function readColors({ patches }: SourcePatches, owners: Owners, samplers: TextureSamplers): Float32Array {
  const readers = patches.map(({ primitive }) => {
    const material = primitive.getMaterial();
    const info = material?.getBaseColorTextureInfo();
    return {
      sample: info && samplers.get(info),
      uvs: info ? readFloats(primitive, `TEXCOORD_${info.getTexCoord()}`) : null,
      tint: material?.getBaseColorFactor() ?? [1, 1, 1, 1],
      painted: readFloats(primitive, 'COLOR_0'),
      stride: primitive.getAttribute('COLOR_0')?.getElementSize() ?? 3,
    };
  });
  const colors = new Float32Array(owners.length * 3);
  const texel = [255, 255, 255, 255];
  owners.forEach(([patch, vertex], i) => {
    const { sample, uvs, tint, painted, stride } = readers[patch]!;
    texel.fill(255);
    if (sample && uvs) sample(uvs[vertex * 2]!, uvs[vertex * 2 + 1]!, texel);
    for (let k = 0; k < 3; k++) {
      colors[i * 3 + k] = toLinear(texel[k]! / 255) * tint[k]! * (painted?.[vertex * stride + k] ?? 1);
    }
  });
  return colors;
}

/** Creates an untextured copy of a material. Roughness is 1 and metalness 0 if a texture defined them. */
function plainMaterial(document: Document, model: Material | null): Material {
  const isMapped = model?.getMetallicRoughnessTexture() != null;
  return document
    .createMaterial('filling')
    .setRoughnessFactor(isMapped ? 0.8 : (model?.getRoughnessFactor() ?? 1))
    .setMetallicFactor(isMapped ? 0 : (model?.getMetallicFactor() ?? 1))
    .setDoubleSided(model?.getDoubleSided() ?? false);
}
