import { Document, NodeIO } from '@gltf-transform/core';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { toFlatMeshes } from '../../src-main/engine/base/document/flat-meshes.ts';
import { joinPrimitives } from '../../src-main/engine/base/document/join-primitives.ts';
import type { TriangleMesh } from '../../src-main/engine/base/mesh/triangle-mesh.ts';
import { makeTexturedSphere } from '../helpers/models/textured-sphere.ts';
import { SAMPLES } from '../helpers/samples.ts';

const MODELS = path.join(SAMPLES, 'models');

/** A model to measure with. */
export interface BenchModel {
  readonly name: string;
  readonly glb: Uint8Array;
}

/** 15,000 triangles with five 2048² textures: DamagedHelmet where it is, else a sphere. */
export async function readHelmet(): Promise<BenchModel> {
  const file = path.join(MODELS, 'DamagedHelmet.glb');
  if (existsSync(file)) return { name: 'DamagedHelmet', glb: await readFile(file) };
  return { name: 'a sphere of 15k triangles', glb: await makeTexturedSphere(15_000, 2048) };
}

/**
 * A knotted tube with dents all over, about `triangles` of them, with normals and uvs and without textures: nothing on it
 * is flat, so that it can be told apart from what fewer triangles make of it.
 */
export function makeKnot(triangles: number): Promise<Uint8Array> {
  const around = Math.max(8, Math.round(Math.sqrt(triangles / 16)));
  const along = Math.round(triangles / (2 * around));
  const columns = around + 1;
  const count = (along + 1) * columns;
  const positions = new Float32Array(count * 3);
  const uvs = new Float32Array(count * 2);
  for (let ring = 0; ring <= along; ring++) {
    const t = ((ring % along) / along) * 2 * Math.PI;
    const [centre, ahead] = [knotAt(t), knotAt(t + 1e-3)];
    const forward = unit([0, 1, 2].map((k) => ahead[k]! - centre[k]!));
    const side = unit(cross(forward, [0, 1, 0]));
    const up = cross(side, forward);
    for (let segment = 0; segment <= around; segment++) {
      const turn = ((segment % around) / around) * 2 * Math.PI;
      const radius = 0.35 * (1 + 0.12 * Math.sin(9 * t) * Math.cos(5 * turn) + 0.04 * Math.sin(61 * t + 7 * turn));
      const at = ring * columns + segment;
      for (let k = 0; k < 3; k++) {
        positions[at * 3 + k] = centre[k]! + radius * (Math.cos(turn) * side[k]! + Math.sin(turn) * up[k]!);
      }
      uvs[at * 2] = segment / around;
      uvs[at * 2 + 1] = ring / along;
    }
  }
  const indices = new Uint32Array(along * around * 6);
  for (let ring = 0, used = 0; ring < along; ring++) {
    for (let segment = 0; segment < around; segment++) {
      const at = ring * columns + segment;
      indices.set([at, at + 1, at + columns, at + 1, at + columns + 1, at + columns], used);
      used += 6;
    }
  }
  return toGlb(positions, uvs, indices);
}

/** (2, 3) torus knot. */
function knotAt(t: number): number[] {
  const radius = 2 + Math.cos(3 * t);
  return [radius * Math.cos(2 * t), Math.sin(3 * t), radius * Math.sin(2 * t)];
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!];
}

function unit(v: readonly number[]): number[] {
  const length = Math.hypot(...v);
  return v.map((value) => value / length);
}

function toGlb(
  positions: Float32Array<ArrayBuffer>,
  uvs: Float32Array<ArrayBuffer>,
  indices: Uint32Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (type: 'SCALAR' | 'VEC2' | 'VEC3', array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>) =>
    document.createAccessor().setBuffer(buffer).setType(type).setArray(array);
  const primitive = document
    .createPrimitive()
    .setMaterial(document.createMaterial('clay').setMetallicFactor(0))
    .setIndices(accessor('SCALAR', indices))
    .setAttribute('POSITION', accessor('VEC3', positions))
    .setAttribute('TEXCOORD_0', accessor('VEC2', uvs));
  document
    .createScene()
    .addChild(document.createNode('knot').setMesh(document.createMesh('knot').addPrimitive(primitive)));
  return new NodeIO().writeBinary(document);
}

/** Everything a document shows as one mesh, in world space. */
export function joinedMesh(document: Document): TriangleMesh {
  return joinPrimitives(toFlatMeshes(document).flatMap((mesh) => mesh.primitives));
}
