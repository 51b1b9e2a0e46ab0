import type { AnimationChannel, Document, Node, Primitive, mat4 } from '@gltf-transform/core';
import { createModel } from './fbx/write/fbx-models.ts';

/** How `createBendingModel` differs from its plain self. */
export interface BendingOptions {
  /** Size of the node above the skeleton; vertices, joints and bind matrices are in its space. */
  readonly armatureSize?: number;
  /** Size of the lower joint itself. */
  readonly jointSize?: number;
  /** The surface in so many primitives, one ring of faces after the other. */
  readonly primitives?: number;
  readonly interpolation?: 'LINEAR' | 'STEP' | 'CUBICSPLINE';
  /** The upper joint stands bent in the file, though it was bound straight. */
  readonly isBent?: boolean;
  /** A box fixed to the upper joint without being skinned. */
  readonly hasBox?: boolean;
  /** A morph target that widens the top, and a clip that shows it. */
  readonly hasShape?: boolean;
}

const RINGS = 9;
const SIDES = 12;
const HEIGHT = 2;
const RADIUS = 0.3;

/**
 * A standing cylinder of 2 m with its foot at (1, 0, 0.5), held by two joints of 1 m, and two clips: “bend” turns the
 * upper joint by 90° to +x within a second, “hop” lifts the lower one by 1 m and turns it about the up axis.
 */
export function createBendingModel(options: BendingOptions = {}): Document {
  const { armatureSize = 1, jointSize = 1, interpolation = 'LINEAR' } = options;
  const document = createModel();
  const scene = document.getRoot().getDefaultScene()!;
  const unit = 1 / armatureSize;
  const upper = document.createNode('upper').setTranslation([0, unit / jointSize, 0]);
  const lower = document.createNode('lower').setScale([jointSize, jointSize, jointSize]).addChild(upper);
  const armature = document.createNode('armature').setTranslation([1, 0, 0.5]).addChild(lower);
  armature.setScale([armatureSize, armatureSize, armatureSize]);
  if (options.isBent) upper.setRotation([0, 0, -Math.SQRT1_2, Math.SQRT1_2]);
  scene.addChild(armature);

  const size = 1 / jointSize;
  const binds: mat4[] = [
    [size, 0, 0, 0, 0, size, 0, 0, 0, 0, size, 0, 0, 0, 0, 1],
    [size, 0, 0, 0, 0, size, 0, 0, 0, 0, size, 0, 0, -unit * size, 0, 1],
  ];
  const skin = document
    .createSkin('skin')
    .addJoint(lower)
    .addJoint(upper)
    .setInverseBindMatrices(accessorOf(document, 'MAT4', binds.flat()));
  const mesh = document.createMesh('cylinder');
  for (const primitive of toPrimitives(document, unit, options)) mesh.addPrimitive(primitive);
  if (options.hasShape) mesh.setWeights([0]);
  const body = document.createNode('body').setMesh(mesh).setSkin(skin);
  armature.addChild(body);
  if (options.hasBox) upper.addChild(document.createNode('box').setMesh(createBox(document, (0.2 * unit) / jointSize)));

  const half = Math.PI / 4;
  const bent = [0, 0, -Math.sin(half), Math.cos(half)];
  addClip(document, 'bend', upper, 'rotation', [0, 0.5, 1], [[0, 0, 0, 1], bent, [0, 0, 0, 1]], interpolation);
  const hop = addClip(
    document,
    'hop',
    lower,
    'translation',
    [0, 2],
    [
      [0, 0, 0],
      [0, unit, 0],
    ],
    'LINEAR',
  );
  const turned = [0, Math.sin(half * 1.9), 0, Math.cos(half * 1.9)];
  addChannel(document, hop, lower, 'rotation', [0, 2], [[0, 0, 0, 1], turned], 'LINEAR');
  if (options.hasShape) addClip(document, 'widen', body, 'weights', [0, 1], [[0], [1]], 'LINEAR');
  return document;
}

/**
 * A box that a clip “roll” of 1.5 s moves and turns by nearly a full turn about a slanted axis, on a moving parent, beside
 * a box that stands still.
 */
export function createRollingModel(interpolation: 'LINEAR' | 'STEP' | 'CUBICSPLINE' = 'LINEAR'): Document {
  const document = createModel();
  const box = document.createNode('box').setMesh(createBox(document, 0.5)).setTranslation([1, 0, 0]);
  const parent = document.createNode('parent').setScale([2, 2, 2]).addChild(box);
  const floor = document.createNode('floor').setMesh(createBox(document, 1));
  document.getRoot().getDefaultScene()!.addChild(parent).addChild(floor);
  const turns = [0, 1, 2, 3].map((quarter) => aroundAxis([1, 2, 0.5], (quarter * Math.PI) / 1.7));
  const roll = addClip(document, 'roll', box, 'rotation', [0, 0.5, 1, 1.5], turns, interpolation);
  addChannel(
    document,
    roll,
    parent,
    'translation',
    [0.5, 1.5],
    [
      [0, 0, 0],
      [0, 3, 1],
    ],
    interpolation,
  );
  addChannel(
    document,
    roll,
    box,
    'scale',
    [0, 1.5],
    [
      [1, 1, 1],
      [1, 2, 0.5],
    ],
    interpolation,
  );
  return document;
}

function aroundAxis(axis: readonly number[], angle: number): number[] {
  const length = Math.hypot(...axis);
  return [...axis.map((value) => (value / length) * Math.sin(angle / 2)), Math.cos(angle / 2)];
}

function addClip(
  document: Document,
  name: string,
  node: Node,
  path: 'translation' | 'rotation' | 'scale' | 'weights',
  times: readonly number[],
  values: readonly (readonly number[])[],
  interpolation: 'LINEAR' | 'STEP' | 'CUBICSPLINE',
) {
  const clip = document.createAnimation(name);
  addChannel(document, clip, node, path, times, values, interpolation);
  return clip;
}

/** Splines get level tangents. */
function addChannel(
  document: Document,
  clip: ReturnType<Document['createAnimation']>,
  node: Node,
  path: NonNullable<ReturnType<AnimationChannel['getTargetPath']>>,
  times: readonly number[],
  values: readonly (readonly number[])[],
  interpolation: 'LINEAR' | 'STEP' | 'CUBICSPLINE',
): void {
  const level = values[0]!.map(() => 0);
  const keyed = interpolation === 'CUBICSPLINE' ? values.flatMap((value) => [level, value, level]) : values;
  const types = { translation: 'VEC3', rotation: 'VEC4', scale: 'VEC3', weights: 'SCALAR' } as const;
  const sampler = document
    .createAnimationSampler()
    .setInput(accessorOf(document, 'SCALAR', times))
    .setOutput(accessorOf(document, types[path], keyed.flat()))
    .setInterpolation(interpolation);
  const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler);
  clip.addSampler(sampler).addChannel(channel);
}

function accessorOf(document: Document, type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4' | 'MAT4', values: readonly number[]) {
  return document
    .createAccessor()
    .setBuffer(document.getRoot().listBuffers()[0]!)
    .setType(type)
    .setArray(Float32Array.from(values));
}

/** The cylinder's side, without caps; each primitive has its own vertices and material. */
function toPrimitives(document: Document, unit: number, { primitives = 1, hasShape }: BendingOptions): Primitive[] {
  return Array.from({ length: primitives }, (_, part) => {
    const [positions, normals, joints, weights, offsets, indices]: number[][] = [[], [], [], [], [], []];
    const from = Math.round(((RINGS - 1) * part) / primitives);
    const to = Math.round(((RINGS - 1) * (part + 1)) / primitives);
    for (let ring = from; ring <= to; ring++) {
      const height = (HEIGHT * ring) / (RINGS - 1);
      const above = Math.min(1, Math.max(0, (height - 0.75) / 0.5));
      for (let side = 0; side < SIDES; side++) {
        const angle = (2 * Math.PI * side) / SIDES;
        const out = [Math.cos(angle), 0, Math.sin(angle)];
        positions!.push(...[out[0]! * RADIUS, height, out[2]! * RADIUS].map((value) => value * unit));
        normals!.push(...out);
        joints!.push(0, 1, 0, 0);
        weights!.push(1 - above, above, 0, 0);
        offsets!.push(...out.map((value) => value * unit * (ring === RINGS - 1 ? 0.5 : 0)));
        if (ring === to) continue;
        const a = (ring - from) * SIDES + side;
        const b = (ring - from) * SIDES + ((side + 1) % SIDES);
        indices!.push(a, a + SIDES, b, b, a + SIDES, b + SIDES);
      }
    }
    const buffer = document.getRoot().listBuffers()[0]!;
    const primitive = document
      .createPrimitive()
      .setMaterial(document.createMaterial(`part ${part + 1}`))
      .setIndices(document.createAccessor().setBuffer(buffer).setType('SCALAR').setArray(Uint16Array.from(indices!)))
      .setAttribute('POSITION', accessorOf(document, 'VEC3', positions!))
      .setAttribute('NORMAL', accessorOf(document, 'VEC3', normals!))
      .setAttribute(
        'JOINTS_0',
        document.createAccessor().setBuffer(buffer).setType('VEC4').setArray(Uint8Array.from(joints!)),
      )
      .setAttribute('WEIGHTS_0', accessorOf(document, 'VEC4', weights!));
    if (hasShape) {
      primitive.addTarget(
        document.createPrimitiveTarget('wide').setAttribute('POSITION', accessorOf(document, 'VEC3', offsets!)),
      );
    }
    return primitive;
  });
}

/** A box with a corner at the origin, as deep as `size`, half as high and a quarter as wide. */
function createBox(document: Document, size: number) {
  const positions = [0, 1].flatMap((x) => [0, 1].flatMap((y) => [0, 1].flatMap((z) => [x * 0.25, y * 0.5, z])));
  const indices = [
    0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3,
  ];
  const list = document.createAccessor().setBuffer(document.getRoot().listBuffers()[0]!).setType('SCALAR');
  const primitive = document
    .createPrimitive()
    .setAttribute(
      'POSITION',
      accessorOf(
        document,
        'VEC3',
        positions.map((value) => value * size),
      ),
    )
    .setIndices(list.setArray(Uint16Array.from(indices)));
  return document.createMesh('box mesh').addPrimitive(primitive);
}
