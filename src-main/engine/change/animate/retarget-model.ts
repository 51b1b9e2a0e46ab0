import { PropertyType, type Document } from '@gltf-transform/core';
import { prune, resample } from '@gltf-transform/functions';
import type { Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { readAnyModel } from '../../files/model/read-any-model.ts';
import type { ReportProgress } from '../../base/errors/report-progress.ts';
import { addClips } from './add-clips.ts';

/** How clips are put on a model. */
export interface RetargetOptions {
  /** Names such as `preset:walk`; a name given twice counts once. */
  readonly animations: readonly string[];
  /** Without the way of the whole body. */
  readonly isInPlace: boolean;
  /** A key for every frame; otherwise only those that straight lines between the others would miss. */
  readonly isBaked: boolean;
}

/** What a mesh or a clip that was taken away leaves behind; a skin without a mesh still names the bones. */
const LEFT_OVERS = [
  PropertyType.PRIMITIVE,
  PropertyType.PRIMITIVE_TARGET,
  PropertyType.MATERIAL,
  PropertyType.TEXTURE,
  PropertyType.ANIMATION_SAMPLER,
  PropertyType.ANIMATION_CHANNEL,
  PropertyType.ACCESSOR,
];

/** Of a quaternion's numbers: 0.1°. */
const TOLERANCE = 1e-3;

/**
 * Clips on a model this computer rigged, fitted to its size and proportions; clips it had are replaced. Throws `RigError`
 * for a name that is not known or not for its kind of body, and for a skeleton of another kind, `ModelError` for a model
 * that cannot be read.
 */
export async function retargetModel(
  model: Uint8Array,
  options: RetargetOptions,
  report: ReportProgress,
): Promise<{ readonly document: Document; readonly notes: readonly Note[] }> {
  report(0, 'read');
  const { document, notes } = await readAnyModel(model);
  report(0.2, 'clips');
  addClips(document, options.animations, options.isInPlace);
  if (!options.isBaked) await document.transform(resample({ tolerance: TOLERANCE }));
  await dropLeftOvers(document);
  report(0.8, 'write');
  return { document, notes };
}

/** Takes every surface out of a document, in place: what is left are skeletons and clips. */
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
