import { engineMessage, type Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import type { FileSource } from '../../zip/zip-archive.ts';
import type { ImageFile } from '../../materials/image-library.ts';
import { DEFAULT_MATERIAL, type TextureUse, type ImportedMaterial } from '../../materials/imported-material.ts';
import { toWrapMode } from '../../text/wrap-mode-name.ts';
import { isNumbers, type UsdValue } from './usd-layer.ts';
import type { StagePrim, UsdStage } from './usd-stage.ts';

/** Input of a shader: a value, or an image whose channels are multiplied by `scale` before `bias` is added. */
interface Input {
  readonly value: UsdValue;
  readonly map: {
    readonly use: TextureUse;
    readonly scale: readonly number[];
    readonly bias: readonly number[];
  } | null;
  /** True if it is read from the vertex colours of the mesh. */
  readonly isVertexColor?: boolean;
}

/** An imported material. */
interface UsdMaterial extends ImportedMaterial {
  /**
   * True if the mesh's display colours, one or one per vertex, are its colour; USD ignores them beside other materials.
   */
  readonly showsColors: boolean;
}

/** Converts the materials of a stage. */
export interface UsdMaterials {
  /** Reads a material, each once. `uvSets`: names of the mesh's UV sets, in their order. */
  read(material: StagePrim, uvSets: readonly string[]): Promise<UsdMaterial>;
}

/** Maximum number of chained connections. */
const MAX_CONNECTIONS = 8;
const CHANNELS = ['r', 'g', 'b', 'a'];

/**
 * Creates a reader of UsdPreviewSurface (specification 2.6) and its textures in `files`; other surfaces become plain, in
 * the display colours of the mesh, with a note.
 */
export function createUsdMaterials(stage: UsdStage, files: FileSource, notes: Note[]): UsdMaterials {
  const images = new Map<string, Promise<ImageFile | null>>();
  const loadImage = (path: string): Promise<ImageFile | null> => {
    const known = images.get(path);
    if (known) return known;
    const loaded = files.read(path, stage.folder).then((bytes) => {
      if (bytes) return { name: path.replace(/^.*\//, ''), bytes };
      notes.push(engineMessage('import.texture-not-in-file', { name: path.slice(0, 80) }));
      return null;
    });
    images.set(path, loaded);
    return loaded;
  };

  /**
   * Resolves the prim and output that an input is connected to, through materials and node graphs that only forward it.
   */
  const follow = (prim: StagePrim, name: string, depth = 0): { prim: StagePrim; output: string } | UsdValue => {
    const attribute = prim.attributes.get(name);
    if (!attribute) return null;
    if (attribute.connection === null || depth > MAX_CONNECTIONS) return attribute.read();
    const dot = attribute.connection.indexOf('.');
    const source = stage.find(attribute.connection.slice(0, dot));
    const property = attribute.connection.slice(dot + 1);
    if (!source) return attribute.read();
    const passes = source.attributes.get(property);
    if (passes && (passes.connection !== null || passes.read() !== null)) return follow(source, property, depth + 1);
    return { prim: source, output: property.replace(/^outputs:/, '') };
  };
  const valueOf = (prim: StagePrim, name: string): UsdValue => {
    const found = follow(prim, name);
    return found !== null && typeof found === 'object' && 'prim' in found ? null : found;
  };

  const readInput = async (shader: StagePrim, name: string, uvSets: readonly string[]): Promise<Input> => {
    const found = follow(shader, `inputs:${name}`);
    if (found === null || typeof found !== 'object' || !('prim' in found)) return { value: found, map: null };
    const { prim: texture, output } = found;
    if (valueOf(texture, 'inputs:varname') === 'displayColor') return { value: null, map: null, isVertexColor: true };
    const file = valueOf(texture, 'inputs:file');
    const image = typeof file === 'string' && file !== '' ? await loadImage(file) : null;
    if (!image) return { value: null, map: null };
    const four = (key: string, usual: number): readonly number[] => {
      const value = valueOf(texture, key);
      return isNumbers(value) ? [...value] : [usual, usual, usual, usual];
    };
    const use: TextureUse = {
      image,
      channel: Math.max(0, CHANNELS.indexOf(output)),
      wrapU: toWrapMode(String(valueOf(texture, 'inputs:wrapS'))),
      wrapV: toWrapMode(String(valueOf(texture, 'inputs:wrapT'))),
      ...readUvs(texture, uvSets),
    };
    return { value: null, map: { use, scale: four('inputs:scale', 1), bias: four('inputs:bias', 0) } };
  };

  /** Reads the UVs of a texture: a UV set of the mesh, through a UsdTransform2d if there is one. */
  const readUvs = (texture: StagePrim, uvSets: readonly string[]): Pick<TextureUse, 'set' | 'placement'> => {
    let placement: TextureUse['placement'] = null;
    let found = follow(texture, 'inputs:st');
    if (found !== null && typeof found === 'object' && 'prim' in found && found.prim.attributes.has('inputs:in')) {
      const { prim } = found;
      const pair = (name: string, usual: number): [number, number] => {
        const value = valueOf(prim, name);
        return isNumbers(value) ? [value[0] ?? usual, value[1] ?? usual] : [usual, usual];
      };
      const [scale, [u, v]] = [pair('inputs:scale', 1), pair('inputs:translation', 0)];
      // USD's v begins at the bottom.
      placement = { offset: [u, 1 - scale[1] - v], scale };
      found = follow(prim, 'inputs:in');
    }
    const reader = found !== null && typeof found === 'object' && 'prim' in found ? found.prim : null;
    const name = reader && valueOf(reader, 'inputs:varname');
    return { set: Math.max(0, uvSets.indexOf(String(name))), placement };
  };

  const read = async (material: StagePrim, uvSets: readonly string[]): Promise<UsdMaterial> => {
    const surface = findSurface(material, follow);
    const id = surface ? valueOf(surface, 'info:id') : null;
    if (!surface || !/UsdPreviewSurface/.test(String(id))) {
      notes.push(engineMessage('import.material-plain', { name: material.name.slice(0, 80) }));
      return { ...DEFAULT_MATERIAL, name: material.name, showsColors: true };
    }
    const input = (name: string): Promise<Input> => readInput(surface, name, uvSets);
    return toImportedMaterial(material.name, {
      color: await input('diffuseColor'),
      opacity: await input('opacity'),
      threshold: await input('opacityThreshold'),
      metallic: await input('metallic'),
      roughness: await input('roughness'),
      emission: await input('emissiveColor'),
      normal: await input('normal'),
      occlusion: await input('occlusion'),
    });
  };

  const known = new Map<string, Promise<UsdMaterial>>();
  return {
    read(material, uvSets) {
      const key = `${material.path} ${uvSets.join(' ')}`;
      const made = known.get(key) ?? read(material, uvSets);
      known.set(key, made);
      return made;
    },
  };
}

function findSurface(material: StagePrim, follow: (prim: StagePrim, name: string) => unknown): StagePrim | null {
  for (const name of ['outputs:surface', 'outputs:mtlx:surface']) {
    const found = follow(material, name);
    if (typeof found === 'object' && found !== null && 'prim' in found) return (found as { prim: StagePrim }).prim;
  }
  return null;
}

type Inputs = Readonly<
  Record<'color' | 'opacity' | 'threshold' | 'metallic' | 'roughness' | 'emission' | 'normal' | 'occlusion', Input>
>;

/** Converts inputs to a material; defaults are the specification's. */
function toImportedMaterial(name: string, inputs: Inputs): UsdMaterial {
  const { color, opacity, threshold, metallic, roughness, emission, normal, occlusion } = inputs;
  const rgb = ({ value, map }: Input, usual: readonly number[]): [number, number, number] => {
    const numbers = map ? map.scale : isNumbers(value) ? value : usual;
    return [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0];
  };
  const single = ({ value, map }: Input, usual: number): number => {
    if (map) return map.scale[map.use.channel] ?? 1;
    return typeof value === 'number' ? value : usual;
  };
  const cutoff = single(threshold, 0);
  const alpha = single(opacity, 1);
  const isClear = opacity.map !== null || alpha < 1;
  return {
    ...DEFAULT_MATERIAL,
    name,
    color: rgb(color, [0.18, 0.18, 0.18]),
    showsColors: color.isVertexColor === true,
    alpha,
    alphaMode: cutoff > 0 ? 'MASK' : isClear ? 'BLEND' : 'OPAQUE',
    alphaCutoff: cutoff,
    metallic: single(metallic, 0),
    roughness: single(roughness, 0.5),
    emission: rgb(emission, [0, 0, 0]),
    // A normal map is scaled by twice its strength and offset by minus that; one without an offset is not decoded.
    normalScale: -(normal.map?.bias[0] ?? 0) || 1,
    occlusionStrength: single(occlusion, 1),
    maps: {
      ...(color.map && { color: color.map.use }),
      ...(opacity.map && { alpha: opacity.map.use }),
      ...(metallic.map && { metallic: metallic.map.use }),
      ...(roughness.map && { roughness: roughness.map.use }),
      ...(emission.map && { emission: emission.map.use }),
      ...(normal.map && { normal: normal.map.use }),
      ...(occlusion.map && { occlusion: occlusion.map.use }),
    },
  };
}
