import type { Document } from '@gltf-transform/core';
import { dequantize } from '@gltf-transform/functions';
import type { Note } from '../../../src-shared/api/notes.ts';
import { toFlatMeshes } from '../flat-meshes.ts';
import { readAnyModel } from '../import/read-any-model.ts';
import type { Report } from '../report.ts';
import { addSkeleton } from './add-skeleton.ts';
import type { BoneSpec } from './bones.ts';
import { findBiped, type Biped, type Refusal } from './find-biped.ts';
import { placeBones } from './place-bones.ts';
import { RigError } from './rig-error.ts';
import { spreadWeights } from './spread-weights.ts';
import { toVoxelBody, type VoxelBody } from './voxel-body.ts';
import { weighVertices } from './weigh-vertices.ts';

/** A model with a skeleton. */
export interface RigResult {
  readonly document: Document;
  /** Whole sentences. */
  readonly notes: readonly Note[];
}

/** A body that can get a skeleton, in cubes. */
interface Figure {
  readonly body: VoxelBody;
  readonly biped: Biped;
}

/** Whether a model of any format can get a skeleton. Throws `ModelError` for one that cannot be read. */
export async function checkRig(model: Uint8Array): Promise<Refusal | null> {
  const { document } = await readAnyModel(model);
  const found = findFigure(document);
  return 'reason' in found ? found : null;
}

/**
 * Gives a figure that stands on +Y and faces +Z a skeleton of 22 bones with smooth weights, at most four a vertex; the
 * pose it stands in is the bind pose. A skeleton the model had is replaced. Throws `RigError` with the sentence of
 * `checkRig` for any other body, `ModelError` for a model that cannot be read. 6 000 vertices: 0.7 s of one
 * core.
 */
export async function rigModel(model: Uint8Array, spec: BoneSpec, report: Report): Promise<RigResult> {
  report(0, 'read');
  const { document, notes } = await readAnyModel(model);
  const found = findFigure(document);
  if ('reason' in found) throw new RigError(found.reason);
  report(0.3, 'skeleton');
  const bones = placeBones(found.body, found.biped);
  const cubes = spreadWeights(found.body, bones, found.biped.halfWidth);
  report(0.6, 'weights');
  const hadMotion = document.getRoot().listSkins().length > 0 || document.getRoot().listAnimations().length > 0;
  await document.transform(dequantize());
  await addSkeleton(document, bones, spec, (positions) => weighVertices(found.body, cubes, positions, bones.length));
  const replaced = 'The skeleton or the clips the model had were replaced; the pose it stood in is the new rest pose.';
  return { document, notes: [...notes, ...(hadMotion ? ([replaced] as const) : [])] };
}

function findFigure(document: Document): Figure | Refusal {
  const body = toVoxelBody(toFlatMeshes(document).flatMap(({ primitives }) => primitives));
  if (!body) return { reason: 'The model has no surface that a skeleton could move.', rigType: null };
  const biped = findBiped(body);
  return 'reason' in biped ? biped : { body, biped };
}
