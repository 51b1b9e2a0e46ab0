import type { Material, Texture } from '@gltf-transform/core';
import { uniqueName } from '../../../base/document/unique-name.ts';
import { createNumberFormatter, decimalsFor } from '../../text/number-formatter.ts';
import type { Rig, RigBody, RigClip, RigNode } from '../../animation/rig.ts';
import { toPrimName } from '../../text/safe-names.ts';
import { addLines, type TextBuilder } from '../../text/text-builder.ts';
import { addUsdBinding, toUsdBinding, type WrittenUsdBinding } from './usd-binding.ts';
import { MATERIALS_SCOPE, writeUsdLayer } from './write-usd-layer.ts';
import { addUsdMesh } from './usd-mesh-text.ts';
import { addUsdSkeleton, toUsdSkeleton } from './add-usd-skeleton.ts';
import { listSampleTimes, samplesText, valueText } from './usd-values.ts';
import type { ZipPieces } from '../../zip/write-zip.ts';

const OPERATIONS = {
  translation: 'double3 xformOp:translate',
  rotation: 'quatf xformOp:orient',
  scale: 'float3 xformOp:scale',
} as const;

/** Adds the Mesh prims of a body. */
type AddSurfaces = (body: RigBody, binding: WrittenUsdBinding | null) => void;

/**
 * Writes a rig as a USD text layer (usda 1.0): metres, +Y up. Bones become one UsdSkel Skeleton; skinned meshes, and
 * those parented to bones, are bound to it; the other nodes are a tree of Xforms. USD plays one clip: the first, on the
 * skeleton and, as time samples, on the Xforms; of further clips only the skeleton's animation is kept, as unbound
 * SkelAnimation prims. Morph targets keep their rest weights.
 */
export function writeAnimatedUsda(rig: Rig, images: ReadonlyMap<Texture, string>): ZipPieces {
  const meshes = rig.bodies.map(({ mesh }) => mesh);
  const skeleton = toUsdSkeleton(rig);
  const clips = rig.clips.filter(({ tracks }) => tracks.size > 0);
  const clip = clips[0] ?? null;
  const usedNames = new Set([MATERIALS_SCOPE.toLowerCase(), 'skeleton']);
  const toName = (name: string): string => uniqueName(toPrimName(name, 'prim'), usedNames);
  const position = createNumberFormatter(decimalsFor(meshes, 1));

  const layer = { meshes, images, root: skeleton ? 'SkelRoot' : 'Xform', seconds: clip?.seconds ?? null } as const;
  return writeUsdLayer(layer, (text, pathOf) => {
    const addSurfaces = surfaceWriter(text, toName, pathOf, position);
    const hanging = new Map<RigNode, RigBody[]>();
    for (const body of rig.bodies) {
      const binding = skeleton && toUsdBinding(body, skeleton, clips);
      if (!binding && body.node) hanging.set(body.node, [...(hanging.get(body.node) ?? []), body]);
      else {
        text.add(`    def Xform "${toName(body.name)}"\n    {\n`);
        addSurfaces(body, binding);
        text.add('    }\n');
      }
    }
    addTree(text, rig, clip, hanging, toName, addSurfaces);
    if (skeleton) addUsdSkeleton(text, skeleton, clips);
  });
}

function surfaceWriter(
  text: TextBuilder,
  toName: (name: string) => string,
  pathOf: (material: Material | null) => string | null,
  position: (value: number) => string,
): AddSurfaces {
  return ({ mesh }, binding) => {
    let first = 0;
    mesh.primitives.forEach((primitive, i) => {
      const range = [first, (first += primitive.positions.length / 3)] as const;
      addUsdMesh(text, primitive, {
        name: toName(`Surface_${i}`),
        material: pathOf(primitive.material),
        position,
        ...(binding && { addBinding: () => addUsdBinding(text, binding, range) }),
      });
    });
  };
}

/** Adds the nodes that bodies are parented to, each an Xform below its parent's. */
function addTree(
  text: TextBuilder,
  { nodes }: Rig,
  clip: RigClip | null,
  hanging: ReadonlyMap<RigNode, readonly RigBody[]>,
  toName: (name: string) => string,
  addSurfaces: AddSurfaces,
): void {
  const needed = new Set<RigNode>();
  for (const holder of hanging.keys()) {
    for (let node: RigNode | null = holder; node && !needed.has(node); node = node.parent) needed.add(node);
  }
  const children = Map.groupBy(
    nodes.filter((node) => needed.has(node)),
    ({ parent }) => parent,
  );
  const visit = (node: RigNode): void => {
    addLines(text, [`def Xform "${toName(node.name)}"`, '{', ...placementLines(node, clip)], '    ');
    for (const body of hanging.get(node) ?? []) addSurfaces(body, null);
    children.get(node)?.forEach(visit);
    addLines(text, ['}'], '    ');
  };
  children.get(null)?.forEach(visit);
}

function placementLines(node: RigNode, clip: RigClip | null): string[] {
  const tracks = clip?.tracks.get(node);
  const lines = (['translation', 'rotation', 'scale'] as const).flatMap((property) => {
    const track = tracks?.[property];
    const name = OPERATIONS[property];
    if (!track) return [`${name} = ${valueText(property, node.pose[property])}`];
    return samplesText(name, listSampleTimes(property, track), (time) => valueText(property, track.at(time)));
  });
  const order = '"xformOp:translate", "xformOp:orient", "xformOp:scale"';
  return [...lines, `uniform token[] xformOpOrder = [${order}]`].map((line) => `    ${line}`);
}
