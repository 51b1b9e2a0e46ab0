import type { OpenFile } from '../../base/files/disk.ts';
import type { NamedImage } from './named-image.ts';
import { openFbx } from './fbx-records.ts';

const MAX_NAME_BYTES = 4096;

/**
 * The images that a binary FBX references but does not embed: `Video` objects without `Content`. A file with an unexpected
 * layout has none.
 */
export async function listFbxImages(file: OpenFile): Promise<NamedImage[]> {
  const fbx = await openFbx(file);
  if (!fbx) return [];
  const names = new Set<string>();
  for await (const top of fbx.records()) {
    if (top.name !== 'Objects') continue;
    for await (const object of fbx.records(top)) {
      if (object.name !== 'Video') continue;
      let name = '';
      let isEmbedded = false;
      for await (const { name: field, properties } of fbx.records(object)) {
        if (field === 'Content') isEmbedded = (await fbx.readText(properties, 0))?.length !== 0;
        if (field === 'RelativeFilename') name = (await fbx.readText(properties, MAX_NAME_BYTES))?.text || name;
        if (field === 'Filename') name ||= (await fbx.readText(properties, MAX_NAME_BYTES))?.text ?? '';
      }
      if (!isEmbedded && name !== '') names.add(name.split(/[\\/]/).at(-1) ?? name);
    }
  }
  return [...names].map((name) => ({ name, file: null }));
}
