import type { Document } from '@gltf-transform/core';
import type { Note } from '../../../../src-shared/api/messages/notes.ts';
import type { ConvertFormat } from './convert-options.ts';

/**
 * Sentences about what of a model's motion a format does not take; none for a still model, nor for GLTF and FBX, which
 * take all of it.
 *
 * OBJ, STL and 3MF hold the model frozen: skinned meshes in the pose that the file's nodes stand in, which is not
 * necessarily that of any clip's first frame, morph targets at zero. USDZ holds everything but morph targets, and plays
 * one clip.
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
  if (format === 'GLTF' || format === 'FBX') return [];

  const lost = [
    ...(root.listSkins().length > 0 ? ['its skeleton'] : []),
    ...(hasShapes ? ['its morph targets'] : []),
    ...(clips.length > 0 ? ['its animations'] : []),
  ];
  if (lost.length === 0) return [];
  return [`${format} holds still models: this one is in its rest pose, without ${joinWords(lost)}.`];
}

function noteUsdz(clips: readonly string[], hasShapes: boolean): Note[] {
  const notes: Note[] = hasShapes ? ['The morph targets were left out of the USDZ; the model is as it rests.'] : [];
  const [played, ...others] = clips.map((name) => `“${name}”`);
  if (others.length === 0) return notes;
  return [
    ...notes,
    `USDZ plays one clip: that is ${played}; of ${joinWords(others)} the skeleton’s motion is in the file for programs that choose.`,
  ];
}

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)!}`;
}
