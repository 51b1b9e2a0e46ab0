import type { Document } from '@gltf-transform/core';
import { dequantize } from '@gltf-transform/functions';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { toFlatMeshes } from '../../base/document/flat-meshes.ts';
import { readAnyModel } from '../../files/model/read-any-model.ts';
import type { ReportProgress } from '../../base/errors/report-progress.ts';
import { addSkeleton } from './add-skeleton.ts';
import { nameBones, type BoneSpec } from './skeleton/biped-bones.ts';
import { findFigure, type Figure, type RigType } from './find-figure.ts';
import { placeBipedBones } from './skeleton/place-biped-bones.ts';
import { toFacing, type Facing } from './quadruped/to-facing.ts';
import { placeQuadrupedBones } from './quadruped/place-quadruped-bones.ts';
import type { BodyRejection } from '../../base/body/body-rejection.ts';
import type { RigBone } from './skeleton/rig-bone.ts';
import { RigError } from './rig-error.ts';
import { spreadWeights } from './weights/spread-weights.ts';
import { toVoxelBody } from '../../base/body/voxel-body.ts';
import { weighVertices } from './weights/weigh-vertices.ts';

/** What is asked of a skeleton. */
export interface RigOptions {
  readonly rigType: RigType;
  /** Of bipeds; a quadruped has the service's own names under either. */
  readonly spec: BoneSpec;
}

/** A model with a skeleton. */
export interface RigResult {
  readonly document: Document;
  /** Whole sentences. */
  readonly notes: readonly Note[];
}

/** The skeleton a model can get. */
export interface RigVerdict {
  readonly rigType: RigType;
  /** The way it looks: a biped has to face the front. */
  readonly facing: Facing;
}

/** Whether a model of any format can get a skeleton, and which. Throws `ModelError` for one that cannot be read. */
export async function checkRig(model: Uint8Array): Promise<RigVerdict | BodyRejection> {
  const { document } = await readAnyModel(model);
  const figure = readFigure(document);
  if ('reason' in figure) return figure;
  return { rigType: figure.rigType, facing: figure.rigType === 'biped' ? '+Z' : toFacing(figure.quadruped) };
}

/**
 * Gives a body that stands on +Y a skeleton with smooth weights, at most four a vertex; the pose it stands in is the bind
 * pose: 22 bones for a figure that faces +Z, 23 or, with a tail, 27 for an animal on four legs that faces along any axis. A
 * skeleton the model had is replaced. Throws `RigError` for a body of another type than the one asked for, or with the
 * sentence of `checkRig` for one that is neither, `ModelError` for a model that cannot be read. 6 000 vertices: 0.7 s of
 * one core.
 */
export async function rigModel(model: Uint8Array, options: RigOptions, report: ReportProgress): Promise<RigResult> {
  report(0, 'read');
  const { document, notes } = await readAnyModel(model);
  const figure = readFigure(document);
  if ('reason' in figure) throw new RigError(figure.reason);
  if (figure.rigType !== options.rigType) throw new RigError(describeOther(figure.rigType));
  report(0.3, 'skeleton');
  const bones = listBones(figure, options.spec);
  const cubes = spreadWeights(figure.body, bones, halfWidthOf(figure));
  report(0.6, 'weights');
  const hadMotion = document.getRoot().listSkins().length > 0 || document.getRoot().listAnimations().length > 0;
  await document.transform(dequantize());
  await addSkeleton(document, bones, (positions) => weighVertices(figure.body, cubes, positions, bones.length));
  const replaced = engineMessage('rig.replaced');
  return { document, notes: [...notes, ...(hadMotion ? ([replaced] as const) : [])] };
}

function listBones(figure: Figure, spec: BoneSpec): readonly RigBone[] {
  return figure.rigType === 'biped'
    ? nameBones(placeBipedBones(figure.body, figure.biped), spec)
    : placeQuadrupedBones(figure.quadruped);
}

function halfWidthOf(figure: Figure): number {
  return figure.rigType === 'biped' ? figure.biped.halfWidth : figure.quadruped.trunk.halfWidth;
}

function describeOther(found: RigType) {
  return found === 'biped' ? engineMessage('rig-error.is-biped') : engineMessage('rig-error.is-quadruped');
}

function readFigure(document: Document): Figure | BodyRejection {
  const body = toVoxelBody(toFlatMeshes(document).flatMap(({ primitives }) => primitives));
  return body ? findFigure(body) : { reason: engineMessage('body.no-surface') };
}
