import { Document, NodeIO } from '@gltf-transform/core';
import { validateBytes } from 'gltf-validator';
import sharp from 'sharp';
import { expect } from 'vitest';
import { toFlatMeshes } from '../../../../src-main/engine/base/document/flat-meshes.ts';
import type { TriangleMesh } from '../../../../src-main/engine/base/mesh/triangle-mesh.ts';
import { toGlb } from '../../../../src-main/engine/files/gltf/to-glb.ts';

/** A piece of a test model: a mesh with uvs. */
export interface Piece extends TriangleMesh {
  readonly uvs: Float32Array;
}

/** A closed body of revolution about +Y: `radius` of each height from −1 to 1; 0 at both ends. */
export function turnProfile(rings: number, segments: number, radius: (height: number) => number): Piece {
  const positions: number[] = [];
  const uvs: number[] = [];
  const indices: number[] = [];
  for (let ring = 0; ring <= rings; ring++) {
    const height = Math.cos((Math.PI * ring) / rings);
    const r = ring === 0 || ring === rings ? 0 : radius(height);
    for (let segment = 0; segment <= segments; segment++) {
      const turn = (2 * Math.PI * (segment % segments)) / segments;
      positions.push(r * Math.cos(turn), height, -r * Math.sin(turn));
      uvs.push(segment / segments, ring / rings);
      if (ring === rings || segment === segments) continue;
      const at = ring * (segments + 1) + segment;
      if (ring > 0) indices.push(at, at + segments + 1, at + 1);
      if (ring < rings - 1) indices.push(at + 1, at + segments + 1, at + segments + 2);
    }
  }
  return { positions: new Float32Array(positions), uvs: new Float32Array(uvs), indices: new Uint32Array(indices) };
}

/** A sphere of radius 1. */
export function makeBall(rings: number): Piece {
  return turnProfile(rings, rings * 2, (height) => Math.sqrt(1 - height * height));
}

/** A piece moved by x, y, z. */
export function move(piece: Piece, by: readonly [x: number, y: number, z: number]): Piece {
  return { ...piece, positions: piece.positions.map((value, i) => value + by[i % 3]!) };
}

/** A piece without the triangles whose middle is above a height. */
export function cutAbove(piece: Piece, height: number): Piece {
  const kept: number[] = [];
  for (let at = 0; at < piece.indices.length; at += 3) {
    const corners = [...piece.indices.subarray(at, at + 3)];
    if (corners.reduce((sum, vertex) => sum + piece.positions[vertex * 3 + 1]!, 0) / 3 <= height) kept.push(...corners);
  }
  return { ...piece, indices: Uint32Array.from(kept) };
}

/** How a test model is dressed. */
export interface Dress {
  /** A texture that is red where u < 0.5 and blue elsewhere; absent: a grey material without textures or uvs. */
  readonly isTextured?: boolean;
  /** Two joints and a clip that bends them. */
  readonly isSkinned?: boolean;
}

/** A document with one node per named piece. */
export async function buildModel(pieces: Readonly<Record<string, Piece>>, dress: Dress = {}): Promise<Document> {
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (
    type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4' | 'MAT4',
    array: Float32Array | Uint32Array | Uint16Array,
  ) => document.createAccessor().setBuffer(buffer).setType(type).setArray(array.slice());
  const material = document.createMaterial('skin').setBaseColorFactor([1, 1, 1, 1]).setMetallicFactor(0);
  if (dress.isTextured)
    material.setBaseColorTexture(
      document
        .createTexture('halves')
        .setMimeType('image/png')
        .setImage(await drawHalves()),
    );
  const scene = document.createScene();
  const nodes = Object.entries(pieces).map(([name, { positions, uvs, indices }]) => {
    const primitive = document
      .createPrimitive()
      .setMaterial(material)
      .setIndices(accessor('SCALAR', indices))
      .setAttribute('POSITION', accessor('VEC3', positions));
    if (dress.isTextured) primitive.setAttribute('TEXCOORD_0', accessor('VEC2', uvs));
    const node = document.createNode(name).setMesh(document.createMesh(name).addPrimitive(primitive));
    scene.addChild(node);
    return { node, primitive, positions };
  });
  if (!dress.isSkinned) return document;

  const tip = document.createNode('tip').setTranslation([0, 1, 0]);
  const root = document.createNode('root').addChild(tip);
  scene.addChild(root);
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const inverse = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1];
  const skin = document
    .createSkin()
    .addJoint(root)
    .addJoint(tip)
    .setInverseBindMatrices(accessor('MAT4', new Float32Array([...identity, ...inverse])));
  for (const { node, primitive, positions } of nodes) {
    const count = positions.length / 3;
    const weights = new Float32Array(count * 4);
    for (let i = 0; i < count; i++) weights[i * 4 + (positions[i * 3 + 1]! > 0 ? 1 : 0)] = 1;
    const joints = new Uint16Array(count * 4);
    for (let i = 0; i < count; i++) joints[i * 4 + 1] = positions[i * 3 + 1]! > 0 ? 1 : 0;
    primitive.setAttribute('JOINTS_0', accessor('VEC4', joints)).setAttribute('WEIGHTS_0', accessor('VEC4', weights));
    node.setSkin(skin);
  }
  const sampler = document
    .createAnimationSampler()
    .setInput(accessor('SCALAR', new Float32Array([0, 1])))
    .setOutput(accessor('VEC4', new Float32Array([0, 0, 0, 1, 0, 0, Math.SQRT1_2, Math.SQRT1_2])));
  const channel = document.createAnimationChannel().setTargetNode(tip).setTargetPath('rotation').setSampler(sampler);
  document.createAnimation('bend').addSampler(sampler).addChannel(channel);
  return document;
}

/** The GLB of `buildModel`. */
export async function buildGlb(pieces: Readonly<Record<string, Piece>>, dress: Dress = {}): Promise<Uint8Array> {
  return new NodeIO().writeBinary(await buildModel(pieces, dress));
}

async function drawHalves(): Promise<Uint8Array<ArrayBuffer>> {
  const size = 64;
  const data = Uint8Array.from({ length: size * size * 3 }, (_, i) => {
    const isLeft = Math.floor(i / 3) % size < size / 2;
    return i % 3 === (isLeft ? 0 : 2) ? 220 : 30;
  });
  return new Uint8Array(
    await sharp(data, { raw: { width: size, height: size, channels: 3 } })
      .png()
      .toBuffer(),
  );
}

/** Everything a document shows as one mesh. */
export function joinAll(document: Document): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const flat of toFlatMeshes(document).flatMap((mesh) => mesh.primitives)) {
    const first = positions.length / 3;
    for (const value of flat.positions) positions.push(value);
    for (const vertex of flat.indices) indices.push(first + vertex);
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
}

/** The document as GLB, once the validator has found no error in it. */
export async function writeValid(document: Document): Promise<Uint8Array> {
  const glb = await toGlb(document);
  const { issues } = await validateBytes(new Uint8Array(glb));
  expect(issues.messages.filter(({ severity }) => severity === 0)).toEqual([]);
  return glb;
}

/** A report nobody reads. */
export const silent = (): void => undefined;
