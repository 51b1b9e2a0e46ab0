import { engineMessage, type Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import type { FileSource } from '../../zip/zip-archive.ts';
import type { ImageFile } from '../../materials/image-library.ts';
import type { TextureUse } from '../../materials/imported-material.ts';
import { findChild, findNumbers, findText, type FbxElement } from './fbx-element.ts';
import type { FbxGraph, FbxObject } from './fbx-graph.ts';

/** Finds the images of an FBX, embedded or in neighbouring files. */
export interface FbxImageLoader {
  /** Returns a texture's image with its mapping. Returns null and adds a note if the image is missing. */
  find(texture: FbxObject): Promise<TextureUse | null>;
}

const CLAMPED = 1;

/** Creates an image loader. `uvSets`: the index of each named UV set. */
export function createFbxImageLoader(
  graph: FbxGraph,
  files: FileSource,
  folder: string,
  uvSets: ReadonlyMap<string, number>,
  notes: Note[],
): FbxImageLoader {
  const known = new Map<string, Promise<ImageFile | null>>();

  const load = async (texture: FbxObject, video: FbxObject | undefined): Promise<ImageFile | null> => {
    const paths = [texture, video].flatMap((object) =>
      object ? ['RelativeFilename', 'FileName', 'Filename'].map((name) => findText(object.element, name)) : [],
    );
    const candidates = paths.filter((path) => path !== null && path !== '') as string[];
    const name = candidates[0]?.replace(/^.*[/\\]/, '') ?? texture.name;
    const embedded = video && findContent(video.element);
    if (embedded) return { name, bytes: embedded };
    for (const path of candidates) {
      const bytes = await files.read(path, folder);
      if (bytes) return { name, bytes };
    }
    notes.push(engineMessage('import.texture-not-found', { name: name.slice(0, 80) }));
    return null;
  };

  return {
    async find(texture) {
      const layers = texture.kind === 'LayeredTexture' ? graph.childrenOf(texture) : [];
      const shown = layers.find(({ object }) => object.kind === 'Texture')?.object ?? texture;
      const video = graph.childrenOf(shown).find(({ object }) => object.kind === 'Video')?.object;
      const key = video?.id ?? shown.id;
      if (!known.has(key)) known.set(key, load(shown, video));
      const image = await known.get(key)!;
      if (!image) return null;
      const { properties } = shown;
      return {
        image,
        channel: 0,
        wrapU: properties.number('WrapModeU') === CLAMPED ? 'clamp' : 'repeat',
        wrapV: properties.number('WrapModeV') === CLAMPED ? 'clamp' : 'repeat',
        set: uvSets.get(properties.text('UVSet') ?? '') ?? 0,
        placement: findPlacement(shown),
      };
    },
  };
}

/** Returns the embedded content: bytes in a binary file, base 64 in a text one. */
function findContent(video: FbxElement): Uint8Array | null {
  const values = findChild(video, 'Content')?.values ?? [];
  const [first] = values;
  if (first instanceof Uint8Array) return first.length > 0 ? first : null;
  const text = values.filter((value) => typeof value === 'string').join('');
  return text.length > 0 ? Buffer.from(text, 'base64') : null;
}

function findPlacement({ element, properties }: FbxObject): TextureUse['placement'] {
  const moved = properties.vector('Translation') ?? findNumbers(element, 'ModelUVTranslation') ?? [0, 0];
  const scaled = properties.vector('Scaling') ?? findNumbers(element, 'ModelUVScaling') ?? [1, 1];
  const [u, v, width, height] = [moved[0] ?? 0, moved[1] ?? 0, scaled[0] ?? 1, scaled[1] ?? 1];
  if (u === 0 && v === 0 && width === 1 && height === 1) return null;
  // FBX's v begins at the bottom.
  return { offset: [u, 1 - height - v], scale: [width, height] };
}
