import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { MemoryMeter } from '../import/memory-meter.ts';
import { toModelFile } from '../zip/model-file.ts';
import type { FileSource } from '../zip/zip-archive.ts';
import type { ImageFile } from '../materials/image-library.ts';
import { DEFAULT_MATERIAL, type TextureUse, type ImportedMaterial } from '../materials/imported-material.ts';
import { isMapKeyword, parseMapStatement } from './map-options.ts';
import { forEachObjStatement } from './obj-statements.ts';

/** Measured memory of a material, a list of numbers of it, a number, a map with its note, and a joined line. */
const MATERIAL_BYTES = 1_500;
const NUMBERS_BYTES = 250;
const NUMBER_BYTES = 24;
const MAP_BYTES = 800;
const JOINED_BYTES = 100;

/** A material while its lines are parsed. */
interface Draft {
  readonly numbers: Map<string, readonly number[]>;
  readonly maps: Map<string, TextureUse & { readonly strength: number }>;
}

/**
 * Parses the materials of an MTL with the PBR statements (Pr, Pm, map_Pr, map_Pm, norm), by name. Kd is linear, as
 * Blender reads it. Images are searched in `folder` of `files`; missing ones are left out with a note.
 */
export async function parseMtl(
  bytes: Uint8Array,
  files: FileSource,
  folder: string,
  notes: Note[],
  memory: MemoryMeter,
): Promise<Map<string, ImportedMaterial>> {
  const drafts = new Map<string, Draft>();
  const wanted: { readonly draft: Draft; readonly keyword: string; readonly rest: string }[] = [];
  let draft: Draft | null = null;
  await forEachObjStatement(toModelFile(bytes).pieces(), {
    joined: () => memory.charge(JOINED_BYTES),
    text(keyword, rest) {
      if (keyword === 'newmtl') {
        memory.charge(MATERIAL_BYTES + rest.length);
        draft = { numbers: new Map(), maps: new Map() };
        drafts.set(rest, draft);
      } else if (draft && isMapKeyword(keyword)) {
        memory.charge(MAP_BYTES + rest.length);
        wanted.push({ draft, keyword, rest });
      } else if (draft) {
        // Before they are split: each takes at least a digit and a blank.
        memory.charge(NUMBERS_BYTES + (NUMBER_BYTES * rest.length) / 2 + keyword.length);
        draft.numbers.set(keyword, rest.split(/\s+/).map(Number));
      }
    },
  });

  const found = new Map<string, ImageFile | null>();
  for (const { draft: of, keyword, rest } of wanted) {
    const { path, use, strength } = parseMap(rest);
    if (!found.has(path)) {
      const bytes = await files.read(path, folder);
      found.set(path, bytes && { name: path, bytes });
      if (!bytes) notes.push(engineMessage('import.texture-not-beside', { name: path.slice(0, 80) }));
    }
    const image = found.get(path);
    if (image) of.maps.set(keyword, { ...use, image, strength });
  }
  return new Map([...drafts].map(([name, each]) => [name, toImportedMaterial(name, each)]));
}

/** Parses a map statement: its file, and how the file is used. */
function parseMap(rest: string): { path: string; use: Omit<TextureUse, 'image'>; strength: number } {
  const { path, options } = parseMapStatement(rest);
  const [offset = [], scale = []] = [options.get('-o'), options.get('-s')];
  const strength = options.get('-bm')?.[0];
  const wrap = options.get('-clamp')?.[0] === 'on' ? 'clamp' : 'repeat';
  const placement = {
    offset: [Number(offset[0] ?? 0), Number(offset[1] ?? 0)],
    scale: [Number(scale[0] ?? 1), Number(scale[1] ?? scale[0] ?? 1)],
  } as const;
  const [u, v] = placement.offset;
  const [width, height] = placement.scale;
  const isMoved = u !== 0 || v !== 0 || width !== 1 || height !== 1;
  return {
    path,
    strength: strength === undefined ? 1 : Number(strength),
    use: {
      channel: 0,
      wrapU: wrap,
      wrapV: wrap,
      set: 0,
      // MTL's v begins at the bottom: 1 - (v · h + o) with v = 1 - glTF's v.
      placement: isMoved ? { offset: [u, 1 - height - v], scale: [width, height] } : null,
    },
  };
}

function toImportedMaterial(name: string, { numbers, maps }: Draft): ImportedMaterial {
  const one = (key: string): number | undefined => numbers.get(key)?.[0];
  const color = (key: string): readonly [number, number, number] | null => {
    const [red, green = red, blue = red] = numbers.get(key) ?? [];
    return red === undefined ? null : [red, green!, blue!];
  };
  const colorMap = maps.get('map_kd');
  const alphaMap = maps.get('map_d');
  const emissionMap = maps.get('map_ke');
  const normalMap = maps.get('norm') ?? maps.get('map_bump') ?? maps.get('bump') ?? maps.get('map_kn');
  const bump = maps.get('map_bump') ?? maps.get('bump');
  const shininess = one('ns');
  const emission = color('ke') ?? [0, 0, 0];
  const isDark = emission.every((channel) => channel === 0);
  const alpha = one('d') ?? 1 - (one('tr') ?? 0);
  const white = [1, 1, 1] as const;
  const roughnessMap = maps.get('map_pr');
  const metallicMap = maps.get('map_pm');
  return {
    ...DEFAULT_MATERIAL,
    name,
    // Exporters write black beside a map although only the map counts.
    color: color('kd')?.some((channel) => channel > 0) || !colorMap ? (color('kd') ?? DEFAULT_MATERIAL.color) : white,
    alpha,
    alphaMode: alpha < 1 || alphaMap ? 'BLEND' : 'OPAQUE',
    // The roughness that Blender derives from a highlight's size: Ns = 1000 · (1 - r)².
    roughness: roughnessMap ? 1 : (one('pr') ?? (shininess === undefined ? 0.8 : 1 - Math.sqrt(shininess / 1000))),
    metallic: metallicMap ? 1 : (one('pm') ?? 0),
    emission: emissionMap && isDark ? white : emission,
    normalScale: bump?.strength ?? 1,
    maps: {
      ...(colorMap && { color: colorMap }),
      ...(alphaMap && { alpha: { ...alphaMap, channel: alphaMap.image.bytes === colorMap?.image.bytes ? 3 : 0 } }),
      ...(roughnessMap && { roughness: { ...roughnessMap, channel: 1 } }),
      ...(metallicMap && { metallic: { ...metallicMap, channel: 2 } }),
      ...(emissionMap && { emission: emissionMap }),
      ...(normalMap && { normal: normalMap }),
    },
  };
}
