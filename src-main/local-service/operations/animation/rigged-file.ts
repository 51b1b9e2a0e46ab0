import type { Document } from '@gltf-transform/core';
import type { Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { convertModel } from '../../../engine/change/convert/convert-model.ts';
import { defaultConvertOptions } from '../../../engine/change/convert/convert-options.ts';
import { toGlb } from '../../../engine/files/gltf/to-glb.ts';
import type { EngineFile } from '../engine-job.ts';

/** A rigged document as the operation's file; FBX is written like a conversion. */
export async function createRiggedFile(
  document: Document,
  format: 'glb' | 'fbx',
): Promise<{ readonly file: EngineFile; readonly notes: readonly Note[] }> {
  const glb = await toGlb(document);
  if (format === 'glb') return { file: { key: 'model_url', name: 'model.glb', bytes: glb }, notes: [] };
  const { bytes, notes } = await convertModel(glb, defaultConvertOptions('FBX'), () => undefined);
  return { file: { key: 'model_url', name: 'model.fbx', bytes }, notes };
}
