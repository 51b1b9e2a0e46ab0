import type { OpenFile } from '../../base/files/disk.ts';
import { ID_BYTES, openFbx, TEXT_HEAD_BYTES, type FbxFile, type FbxRecord } from './fbx-records.ts';

const MAX_SLOT_BYTES = 64;

/** Material properties whose images programs link; support for others varies. */
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

/** A connection: from an image to its texture, or from that to a property of a material. */
interface Link {
  readonly from: string;
  readonly to: string;
  readonly slot: string;
}

/**
 * Number of images that the materials of a binary FBX use: `Video` objects connected to a `Texture` that is connected to a
 * property of a `Material`. Null: unknown.
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

/** `C`: the type of connection, the two ids, and the property name for a property connection. */
async function readLink(fbx: FbxFile, { name, properties }: FbxRecord): Promise<Link | null> {
  const kind = name === 'C' ? await fbx.readText(properties, MAX_SLOT_BYTES) : null;
  if (!kind) return null;
  const first = properties + TEXT_HEAD_BYTES + kind.length;
  const [from, to] = [await fbx.readId(first), await fbx.readId(first + ID_BYTES)];
  if (from === null || to === null) return null;
  const slot = kind.text === 'OP' ? await fbx.readText(first + 2 * ID_BYTES, MAX_SLOT_BYTES) : null;
  return { from, to, slot: slot?.text ?? '' };
}
