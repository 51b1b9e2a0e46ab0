import type { Material } from '@gltf-transform/core';
import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { FlatMesh, FlatPrimitive } from '../../base/document/flat-mesh.ts';
import { ModelError } from '../../base/errors/model-error.ts';
import { createNumberFormatter, decimalsFor } from '../text/number-formatter.ts';
import { createTextBuilder, type TextBuilder } from '../text/text-builder.ts';
import { linearToSrgb } from '../materials/portable-images.ts';
import { toTextureUvs } from '../materials/texture-uvs.ts';
import type { ZipPieces } from '../zip/write-zip.ts';
import { weldPositions } from '../../base/document/weld-positions.ts';
import { wrapModeName } from '../text/wrap-mode-name.ts';
import { escapeXml } from './escape-xml.ts';

const MILLIMETRES = 1000;
const CORE = 'http://schemas.microsoft.com/3dmanufacturing/core/2015/02';
const MATERIALS = 'http://schemas.microsoft.com/3dmanufacturing/material/2015/02';

const uv = createNumberFormatter(7);

/** An image of a 3MF package, its resource number and its path without a leading slash. */
export interface ThreeMfTexture {
  readonly id: number;
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * Writes the model part of a 3MF package. Resource 1 is the palette of base colours; the textures, numbered from 2 on,
 * follow, then each mesh's UVs and object. Throws `ModelError` `unsupported` if no face has an area.
 */
export function writeThreeMfModel(
  meshes: readonly FlatMesh[],
  materials: readonly Material[],
  textures: ReadonlyMap<Material, ThreeMfTexture>,
): ZipPieces {
  const text = createTextBuilder(true);
  const required = textures.size > 0 ? ' requiredextensions="m"' : '';
  text.add(
    `<?xml version="1.0" encoding="UTF-8"?>\n<model unit="millimeter" xml:lang="en-US" xmlns="${CORE}" xmlns:m="${MATERIALS}"${required}>\n`,
  );
  text.add('<resources>\n<basematerials id="1"><base name="default" displaycolor="#CCCCCC"/>');
  for (const material of materials) {
    text.add(`<base name="${escapeXml(material.getName() || 'material')}" displaycolor="${displayColor(material)}"/>`);
  }
  text.add('</basematerials>\n');
  for (const [material, { id, path }] of textures) {
    const info = material.getBaseColorTextureInfo()!;
    const type = path.endsWith('.png') ? 'image/png' : 'image/jpeg';
    const tiles = `tilestyleu="${wrapModeName(info.getWrapS(), 'wrap')}" tilestylev="${wrapModeName(info.getWrapT(), 'wrap')}"`;
    text.add(`<m:texture2d id="${id}" path="/${path}" contenttype="${type}" ${tiles}/>\n`);
  }

  const decimals = decimalsFor(meshes, MILLIMETRES);
  const items: number[] = [];
  let nextId = textures.size + 2;
  for (const mesh of meshes) {
    const properties = mesh.primitives.map((primitive): PropertyReference => {
      const texture = primitive.material && textures.get(primitive.material);
      if (!texture || !primitive.uvs) {
        return { group: 1, base: primitive.material ? materials.indexOf(primitive.material) + 1 : 0 };
      }
      addUvs(text, nextId, texture.id, toTextureUvs(primitive)!);
      return { group: nextId++, base: null };
    });
    if (addObject(text, nextId, mesh, properties, decimals)) items.push(nextId++);
  }
  if (items.length === 0) throw new ModelError('unsupported', engineMessage('model-file.no-area'));
  text.add('</resources>\n<build>');
  for (const id of items) text.add(`<item objectid="${id}"/>`);
  text.add('</build>\n</model>\n');
  return text.toPieces();
}

/** Material of a primitive: a group of UVs with one entry per vertex, or one entry (`base`) of the palette. */
interface PropertyReference {
  readonly group: number;
  readonly base: number | null;
}

function addUvs(text: TextBuilder, id: number, textureId: number, uvs: Float32Array): void {
  text.add(`<m:texture2dgroup id="${id}" texid="${textureId}">\n`);
  for (let i = 0; i < uvs.length; i += 2) {
    text.add(`<m:tex2coord u="${uv(uvs[i]!)}" v="${uv(1 - uvs[i + 1]!)}"/>\n`);
  }
  text.add('</m:texture2dgroup>\n');
}

/** Adds a mesh as an object. Returns false and adds nothing if none of its faces has an area. */
function addObject(
  text: TextBuilder,
  id: number,
  mesh: FlatMesh,
  properties: readonly PropertyReference[],
  decimals: number,
): boolean {
  const { positions, places, firsts } = weldPositions(mesh, MILLIMETRES * 10 ** decimals);
  const starts: number[] = [];
  let vertices = 0;
  for (const primitive of mesh.primitives) {
    starts.push(vertices);
    vertices += primitive.positions.length / 3;
  }
  if (!mesh.primitives.some(({ indices }, i) => hasArea(indices, places.subarray(starts[i])))) return false;

  const { group, base } = properties[0]!;
  const coordinate = createNumberFormatter(decimals);
  text.add(`<object id="${id}" type="model" name="${escapeXml(mesh.name)}" pid="${group}" pindex="${base ?? 0}">\n`);
  text.add('<mesh><vertices>\n');
  for (const vertex of firsts) {
    const x = coordinate(positions[vertex * 3]! * MILLIMETRES);
    const y = coordinate(-positions[vertex * 3 + 2]! * MILLIMETRES);
    const z = coordinate(positions[vertex * 3 + 1]! * MILLIMETRES);
    text.add(`<vertex x="${x}" y="${y}" z="${z}"/>\n`);
  }
  text.add('</vertices><triangles>\n');
  mesh.primitives.forEach((primitive, i) => {
    addTriangles(text, primitive, places.subarray(starts[i]), properties[i]!);
  });
  text.add('</triangles></mesh></object>\n');
  return true;
}

function hasArea(indices: Uint32Array, places: Uint32Array): boolean {
  for (let i = 0; i + 2 < indices.length; i += 3) {
    if (!isLine(places[indices[i]!]!, places[indices[i + 1]!]!, places[indices[i + 2]!]!)) return true;
  }
  return false;
}

function isLine(a: number, b: number, c: number): boolean {
  return a === b || b === c || c === a;
}

function addTriangles(
  text: TextBuilder,
  { indices }: FlatPrimitive,
  places: Uint32Array,
  reference: PropertyReference,
): void {
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const [a, b, c] = [indices[i]!, indices[i + 1]!, indices[i + 2]!];
    const [v1, v2, v3] = [places[a]!, places[b]!, places[c]!];
    if (isLine(v1, v2, v3)) continue;
    const property = reference.base === null ? `p1="${a}" p2="${b}" p3="${c}"` : `p1="${reference.base}"`;
    text.add(`<triangle v1="${v1}" v2="${v2}" v3="${v3}" pid="${reference.group}" ${property}/>\n`);
  }
}

/** Returns the base colour as 3MF writes it, with alpha unless the material is opaque. */
function displayColor(material: Material): string {
  const [red, green, blue, alpha] = material.getBaseColorFactor();
  const bytes = [red, green, blue].map((channel) => Math.round(255 * linearToSrgb(channel)));
  if (material.getAlphaMode() !== 'OPAQUE') bytes.push(Math.round(255 * Math.min(1, Math.max(0, alpha))));
  return `#${Buffer.from(bytes).toString('hex').toUpperCase()}`;
}
