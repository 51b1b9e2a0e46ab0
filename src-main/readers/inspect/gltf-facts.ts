import { NO_FACTS, type ContentFacts } from '../model-content.ts';
import { describedGltf, type DescribedGltf, type ReadBinary } from './described-gltf.ts';
import { findGltfBounds, hasCopies } from './gltf-bounds.ts';

/** Maximum number of clips that are listed, of characters of a name, and of bytes of all names as JSON. */
const [MAX_CLIPS, MAX_CLIP_NAME, MAX_CLIP_BYTES] = [1_000, 200, 100_000];

const [STRIP, FAN, TRIANGLES] = [5, 6, 4];

/**
 * Facts of a glTF in metres with +Y up, from its JSON alone; of its buffers only the bind matrices of its
 * skeletons are read. Unknown facts are null, such as the box of rotated objects.
 */
export async function readGltfFacts(json: unknown, readBinary: ReadBinary): Promise<ContentFacts> {
  const parsed = describedGltf.safeParse(json);
  if (!parsed.success) return NO_FACTS;
  const gltf = parsed.data;
  const shown = listShown(gltf);
  // Programs differ in how they import nodes outside the default scene.
  const isAll = gltf.nodes.every((node, at) => node.mesh === undefined || shown.has(at));
  const nodes = [...shown].map((at) => gltf.nodes[at]!);
  const meshes = nodes.flatMap(({ mesh }) => gltf.meshes[mesh ?? -1] ?? []);
  return {
    dimensions: isAll ? await findGltfBounds(gltf, shown, readBinary) : null,
    triangles:
      isAll && !nodes.some(hasCopies) ? meshes.reduce((sum, mesh) => sum + countTriangles(gltf, mesh), 0) : null,
    textures: isAll ? countImages(gltf, meshes) : null,
    ...listClips(gltf),
    hasSkeleton: nodes.some(({ mesh, skin }) => mesh !== undefined && skin !== undefined),
  };
}

/** Indices of the nodes of the default scene. */
function listShown({ scenes, scene = 0, nodes }: DescribedGltf): Set<number> {
  const shown = new Set<number>();
  let level = scenes[scene]?.nodes ?? [];
  while (level.length > 0) {
    const fresh = level.filter((at) => at in nodes && !shown.has(at));
    for (const at of fresh) shown.add(at);
    level = fresh.flatMap((at) => nodes[at]!.children);
  }
  return shown;
}

type Mesh = DescribedGltf['meshes'][number];

function countTriangles({ accessors }: DescribedGltf, { primitives }: Mesh): number {
  return primitives.reduce((sum, { mode, indices, attributes }) => {
    const corners = accessors[indices ?? attributes['POSITION'] ?? -1]?.count ?? 0;
    if (mode === TRIANGLES) return sum + Math.floor(corners / 3);
    return sum + (mode === STRIP || mode === FAN ? Math.max(0, corners - 2) : 0);
  }, 0);
}

/** Images in the texture slots that every program supports; null if an image uses an extension that not every program supports. */
function countImages({ materials, textures }: DescribedGltf, meshes: readonly Mesh[]): number | null {
  const used = new Set(meshes.flatMap(({ primitives }) => primitives.flatMap(({ material }) => material ?? [])));
  const images = new Set<number | undefined>();
  for (const at of used) {
    const material = materials[at];
    if (!material) return null;
    if ('KHR_materials_pbrSpecularGlossiness' in material.extensions) return null;
    const { pbrMetallicRoughness: pbr, normalTexture, occlusionTexture, emissiveTexture } = material;
    const slots = [pbr?.baseColorTexture, pbr?.metallicRoughnessTexture, normalTexture, occlusionTexture];
    for (const filled of [...slots, emissiveTexture]) if (filled) images.add(textures[filled.index]?.source);
  }
  return images.has(undefined) ? null : images.size;
}

/** Clips with animated channels, as far as a manifest has room for them; unnamed clips cannot be identified. */
function listClips({ animations }: DescribedGltf): Pick<ContentFacts, 'clips' | 'hasMoreClips'> {
  const moving = animations.filter(({ channels }) => channels.some(({ target }) => target.node !== undefined));
  const names = [...new Set(moving.map(({ name }) => name))].filter((name) => name !== '');
  let bytes = 0;
  const clips = names
    .filter((name) => name.length <= MAX_CLIP_NAME)
    .slice(0, MAX_CLIPS)
    .filter((name) => (bytes += Buffer.byteLength(JSON.stringify(name))) <= MAX_CLIP_BYTES);
  return { clips, ...(clips.length < names.length && { hasMoreClips: true }) };
}
