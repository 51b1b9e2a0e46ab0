import { PropertyType, type Document } from '@gltf-transform/core';
import { prune } from '@gltf-transform/functions';
import type { Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { readAnyModel } from '../../files/model/read-any-model.ts';
import type { ReportProgress } from '../../base/errors/report-progress.ts';
import { addClips } from './add-clips.ts';
import { reduceKeys } from './reduce-keys.ts';

/** Options for retargeting clips to a model. */
export interface RetargetOptions {
  /** Names such as `preset:walk`; a name that is listed twice counts once. */
  readonly animations: readonly string[];
  /** Removes root motion. */
  readonly isInPlace: boolean;
  /** Keeps a key for every frame; otherwise keys that interpolation reproduces are removed (`reduceKeys`). */
  readonly isBaked: boolean;
}

/** Properties that removing a mesh or a clip leaves unused; a skin without a mesh still identifies the bones. */
const LEFT_OVERS = [
  PropertyType.PRIMITIVE,
  PropertyType.PRIMITIVE_TARGET,
  PropertyType.MATERIAL,
  PropertyType.TEXTURE,
  PropertyType.ANIMATION_SAMPLER,
  PropertyType.ANIMATION_CHANNEL,
  PropertyType.ACCESSOR,
];

/**
 * Replaces the clips of a model that Dropforge rigged with others, fitted to its size and proportions. Throws
 * `RigError` for an unknown name, a name for another body type or an unknown skeleton, and `ModelError` for a model
 * that cannot be read.
 */
export async function retargetModel(
  model: Uint8Array,
  options: RetargetOptions,
  report: ReportProgress,
): Promise<{ readonly document: Document; readonly notes: readonly Note[] }> {
  report(0, 'read');
  const { document, notes } = await readAnyModel(model, 'rig');
  report(0.2, 'clips');
  addClips(document, options.animations, options.isInPlace);
  if (!options.isBaked) reduceKeys(document);
  await dropLeftOvers(document);
  report(0.8, 'write');
  return { document, notes };
}

/** Removes all meshes from a document, in place; skeletons and clips remain. */
export async function dropGeometry(document: Document): Promise<void> {
  const root = document.getRoot();
  for (const mesh of root.listMeshes()) mesh.dispose();
  for (const node of root.listNodes()) {
    const isCarrier = node.getSkin() !== null;
    if (isCarrier && node.listChildren().length === 0) node.dispose();
  }
  await dropLeftOvers(document);
}

async function dropLeftOvers(document: Document): Promise<void> {
  await document.transform(prune({ keepAttributes: true, keepLeaves: true, propertyTypes: LEFT_OVERS }));
}
