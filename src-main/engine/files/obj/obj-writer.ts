import type { Material } from '@gltf-transform/core';
import { NO_CORNER, type FlatMesh, type FlatPrimitive } from '../../base/document/flat-mesh.ts';
import { forEachFace } from '../materials/model-surfaces.ts';
import { createNumberFormatter } from '../text/number-formatter.ts';
import { createTextBuilder } from '../text/text-builder.ts';
import { linearToSrgb } from '../materials/portable-images.ts';
import { toTextureUvs } from '../materials/texture-uvs.ts';
import type { ZipPieces } from '../zip/write-zip.ts';
import { weldPositions } from '../../base/document/weld-positions.ts';

/** A Wavefront OBJ under construction; it counts the lines that faces refer to. */
export interface ObjWriter {
  /** Adds a mesh as an object; `name` must be one word. */
  addMesh(name: string, mesh: FlatMesh, vertexColors: boolean): void;
  toPieces(): ZipPieces;
}

const direction = createNumberFormatter(5);
const uv = createNumberFormatter(7);
const color = createNumberFormatter(4);

/** Creates an OBJ that uses a material library; positions get so many decimals. */
export function createObjWriter(
  library: string,
  decimals: number,
  materials: ReadonlyMap<Material | null, string>,
): ObjWriter {
  const text = createTextBuilder(true);
  const position = createNumberFormatter(decimals);
  // OBJ indices start at 1 and run through the whole file.
  let nextPosition = 1;
  let nextUv = 1;
  let nextNormal = 1;
  text.add(`mtllib ${library}\n`);

  const addPosition = (positions: Float32Array, vertex: number, rgb: string): void => {
    const at = vertex * 3;
    text.add(`v ${position(positions[at]!)} ${position(positions[at + 1]!)} ${position(positions[at + 2]!)}${rgb}\n`);
  };

  /** Adds the mesh's positions; returns their count and the index, from 0, for each vertex. */
  const addPositions = (mesh: FlatMesh, colored: boolean): { places: Uint32Array; count: number } => {
    if (!colored) {
      const { positions, places, firsts } = weldPositions(mesh, 10 ** decimals);
      for (const vertex of firsts) addPosition(positions, vertex, '');
      return { places, count: firsts.length };
    }
    let count = 0;
    for (const { positions, colors } of mesh.primitives) {
      for (let i = 0; i < positions.length / 3; i++, count++) addPosition(positions, i, colorText(colors, i));
    }
    return { places: Uint32Array.from({ length: count }, (_, i) => i), count };
  };

  const addPrimitive = (primitive: FlatPrimitive, places: Uint32Array): void => {
    const { normals } = primitive;
    const uvs = toTextureUvs(primitive);
    for (let i = 0; uvs && i < uvs.length; i += 2) text.add(`vt ${uv(uvs[i]!)} ${uv(1 - uvs[i + 1]!)}\n`);
    for (let i = 0; normals && i < normals.length; i += 3) {
      text.add(`vn ${direction(normals[i]!)} ${direction(normals[i + 1]!)} ${direction(normals[i + 2]!)}\n`);
    }
    text.add(`usemtl ${materials.get(primitive.material)!}\n`);

    const corner = (vertex: number): string => {
      const place = ` ${nextPosition + places[vertex]!}`;
      if (!uvs && !normals) return place;
      const uvPart = uvs ? nextUv + vertex : '';
      return normals ? `${place}/${uvPart}/${nextNormal + vertex}` : `${place}/${uvPart}`;
    };
    forEachFace(primitive, (...face) => {
      const corners = distinctCorners(face, places);
      if (corners.length >= 3) text.add(`f${corners.map(corner).join('')}\n`);
    });
    if (uvs) nextUv += uvs.length / 2;
    if (normals) nextNormal += normals.length / 3;
  };

  return {
    addMesh(name, mesh, vertexColors) {
      text.add(`o ${name}\n`);
      const colored = vertexColors && mesh.primitives.some((primitive) => primitive.colors);
      const { places, count } = addPositions(mesh, colored);
      let first = 0;
      for (const primitive of mesh.primitives) {
        const vertices = primitive.positions.length / 3;
        addPrimitive(primitive, places.subarray(first, first + vertices));
        first += vertices;
      }
      nextPosition += count;
    },
    toPieces: () => text.toPieces(),
  };
}

/** Returns the corners of a face without `NO_CORNER` and without repeated positions. */
function distinctCorners(face: readonly number[], places: Uint32Array): number[] {
  const corners: number[] = [];
  for (const vertex of face) {
    const isNew = vertex !== NO_CORNER && places[vertex] !== places[corners.at(-1) ?? -1];
    if (isNew) corners.push(vertex);
  }
  if (places[corners[0]!] === places[corners.at(-1)!]) corners.pop();
  return corners;
}

/** Formats a vertex colour; white if a primitive beside coloured ones has no colours. */
function colorText(colors: Float32Array | null, vertex: number): string {
  if (!colors) return ' 1 1 1';
  const at = vertex * 4;
  return ` ${[colors[at]!, colors[at + 1]!, colors[at + 2]!].map((c) => color(linearToSrgb(c))).join(' ')}`;
}
