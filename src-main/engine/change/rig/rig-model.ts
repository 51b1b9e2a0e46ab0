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

/** Options of `rigModel`. */
export interface RigOptions {
  readonly rigType: RigType;
  /** Bone names of bipeds; a quadruped has the service's own names under either spec. */
  readonly spec: BoneSpec;
}

/** A rigged model. */
export interface RigResult {
  readonly document: Document;
  /** Notes as whole sentences. */
  readonly notes: readonly Note[];
}

/** The type of skeleton that fits a model. */
export interface RigVerdict {
  readonly rigType: RigType;
  /** Axis the body faces; a biped must face the front. */
  readonly facing: Facing;
}

/**
 * Checks if a model of any format can be rigged and returns its type, or the reason for rejection. Throws `ModelError`
 * for a model that cannot be read.
 */
export async function checkRig(model: Uint8Array): Promise<RigVerdict | BodyRejection> {
  const { document } = await readAnyModel(model, 'rig');
  const figure = readFigure(document);
  if ('reason' in figure) return figure;
  return { rigType: figure.rigType, facing: figure.rigType === 'biped' ? '+Z' : toFacing(figure.quadruped) };
}

/**
 * Adds a skeleton with smooth weights, at most four per vertex, to a body that stands on +Y; its current pose becomes
 * the bind pose. A biped that faces +Z gets 22 bones, a quadruped that faces along any axis 23, or 27 with a tail. An
 * existing skeleton is replaced. Throws `RigError` for a body of another type than requested, or with the reason of
 * `checkRig` for a body that is neither, and `ModelError` for a model that cannot be read. 6 000 vertices: 0.7 s on one
 * core.
 */
export async function rigModel(model: Uint8Array, options: RigOptions, report: ReportProgress): Promise<RigResult> {
  report(0, 'read');
  const { document, notes } = await readAnyModel(model, 'rig');
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
