import type { Document } from '@gltf-transform/core';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { convertedFormat, type ConvertFormat } from '../../../../src-shared/formats/formats.ts';

/**
 * Returns notes about the parts of a model's animation that a format does not support; none for a still model, nor for
 * GLTF and FBX, which support everything.
 *
 * OBJ, STL and 3MF store a frozen model: skinned meshes in the pose of the file's nodes, which is not necessarily that
 * of any clip's first frame, and morph targets with their weights at rest. USDZ supports everything except morph
 * targets, which are frozen likewise, and plays one clip.
 */
export function noteLostMotion(document: Document, format: ConvertFormat): Note[] {
  const root = document.getRoot();
  const clips = root.listAnimations().filter((clip) => clip.listChannels().length > 0);
  const hasShapes = root
    .listMeshes()
    .some((mesh) => mesh.listPrimitives().some((primitive) => primitive.listTargets().length > 0));
  if (format === 'USDZ')
    return noteUsdz(
      clips.map((clip) => clip.getName() || 'Animation'),
      hasShapes,
    );
  if (convertedFormat(format).animation) return [];

  const lost = [
    ...(root.listSkins().length > 0 ? [engineMessage('convert.lost-skeleton')] : []),
    ...(hasShapes ? [engineMessage('convert.lost-morph-targets')] : []),
    ...(clips.length > 0 ? [engineMessage('convert.lost-animations')] : []),
  ];
  if (lost.length === 0) return [];
  return [engineMessage('convert.static-format', { format, lost })];
}

function noteUsdz(clips: readonly string[], hasShapes: boolean): Note[] {
  const notes: Note[] = hasShapes ? [engineMessage('convert.usdz-morph-targets')] : [];
  const [played, ...others] = clips.map((name) => `“${name}”`);
  if (played === undefined || others.length === 0) return notes;
  return [...notes, engineMessage('convert.usdz-one-clip', { played, others })];
}
