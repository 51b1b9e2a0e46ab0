import type { OpenFile } from '../../base/files/disk.ts';
import { ID_BYTES, openFbx, TEXT_HEAD_BYTES, type FbxFile, type FbxRecord } from './fbx-records.ts';

const MAX_SLOT_BYTES = 64;

/** Properties of a material whose images programs link; others are read by some and passed over by most. */
const SLOTS: ReadonlySet<string> = new Set([
  'DiffuseColor',
  'EmissiveColor',
  'NormalMap',
  'Bump',
  'ReflectionFactor',
  'ShininessExponent',
  'SpecularColor',
  'SpecularFactor',
  'TransparencyFactor',
  'TransparentColor',
]);

/** One end to another: an image to its use, or that to a property of a material. */
interface Link {
  readonly from: string;
  readonly to: string;
  readonly slot: string;
}

/**
 * How many images the materials of a binary FBX use: `Video` objects that are tied to a `Texture` that is tied to a
 * property of a `Material`. Null: the file does not tell.
 */
export async function countFbxTextures(file: OpenFile): Promise<number | null> {
  const fbx = await openFbx(file);
  if (!fbx) return null;
  const kinds = new Map<string, string>();
  const links: Link[] = [];
  for await (const top of fbx.records()) {
    if (top.name === 'Objects') {
      for await (const object of fbx.records(top)) {
        const id = await fbx.readId(object.properties);
        if (id !== null) kinds.set(id, object.name);
      }
    }
    if (top.name === 'Connections') {
      for await (const record of fbx.records(top)) {
        const link = await readLink(fbx, record);
        if (link) links.push(link);
      }
    }
  }
  if (fbx.isTooLong() || kinds.size === 0 || links.length === 0) return null;
  const isKind = (id: string, kind: string): boolean => kinds.get(id) === kind;
  const used = links.filter(
    ({ from, to, slot }) => isKind(from, 'Texture') && isKind(to, 'Material') && SLOTS.has(slot),
  );
  const textures = new Set(used.map(({ from }) => from));
  const pictures = links.filter(({ from, to }) => isKind(from, 'Video') && textures.has(to)).map(({ from }) => from);
  return new Set(pictures).size;
}

/** `C`: what kind of link, the two ids, and the property for a link to one. */
async function readLink(fbx: FbxFile, { name, properties }: FbxRecord): Promise<Link | null> {
  const kind = name === 'C' ? await fbx.readText(properties, MAX_SLOT_BYTES) : null;
  if (!kind) return null;
  const first = properties + TEXT_HEAD_BYTES + kind.length;
  const [from, to] = [await fbx.readId(first), await fbx.readId(first + ID_BYTES)];
  if (from === null || to === null) return null;
  const slot = kind.text === 'OP' ? await fbx.readText(first + 2 * ID_BYTES, MAX_SLOT_BYTES) : null;
  return { from, to, slot: slot?.text ?? '' };
}
