import {
  BOOL,
  constant,
  encodeOnnx,
  externalConstant,
  FLOAT,
  INT64,
  integerAttribute,
  UINT8,
  type OnnxGraph,
  type OnnxNode,
} from '../../helpers/models/onnx-file.ts';
import { repeatSine } from '../../helpers/models/sample-networks.ts';
import type { Prng } from '../../simulation/prng.ts';
import { few, hostileCount, hostileNumber, hostileText, orRarely } from '../hostile-values.ts';

const EDGE = 64;
const SIMPLE = [
  'Identity',
  'Sigmoid',
  'Sin',
  'Neg',
  'Softmax',
  'Transpose',
  'Flatten',
  'NonZero',
  'Unsqueeze',
  'Nothing',
];
const TYPES = [FLOAT, UINT8, INT64, BOOL, 0, 8, 16, 99];
/** Each of these nodes doubles its input. */
const MAX_DOUBLED = 30;

/** A part of a graph between a value and the next one. */
interface Part {
  readonly nodes: readonly OnnxNode[];
  readonly constants?: readonly Buffer[];
}

/**
 * Generates a network for ONNX Runtime: a valid one in the simplest case; otherwise with shapes, types, sizes, operators
 * and references that do not fit, with loops and with values that grow, and sometimes with damaged bytes.
 */
export function generateOnnx(prng: Prng): Uint8Array {
  const shape = hostileShape(prng);
  const parts = [weigh(prng), ...few(prng, 4, (at) => pickPart(prng, `value ${at}`, `value ${at + 1}`))];
  const nodes = parts.flatMap((part) => part.nodes);
  const graph: OnnxGraph = {
    nodes: prng.chance(0.03) ? nodes.toReversed() : nodes,
    inputs: [
      { name: 'pixels', type: hostileType(prng), shape },
      ...(prng.chance(0.04) ? [{ name: hostileText(prng), type: FLOAT, shape }] : []),
    ],
    outputs: [
      {
        name: orRarely(prng, `value ${parts.length - 1}`, () => hostileText(prng)),
        type: hostileType(prng),
        shape: prng.chance(0.5) ? hostileShape(prng) : ['batch', 'maps', 'rows', 'columns'],
      },
    ],
    constants: parts.flatMap(({ constants = [] }) => constants),
  };
  const file = encodeOnnx(graph);
  return prng.chance(0.25) ? damage(prng, file) : file;
}

/** A convolution that weighs the three channels, of `pixels` to `value 0`. */
function weigh(prng: Prng): Part {
  const kernel = [1, 3, 1, 1].map((size) => orRarely(prng, size, () => hostileCount(prng), 0.02));
  const weights = Array.from({ length: 3 }, () => (prng.chance(0.1) ? hostileNumber(prng) : 0.25));
  return {
    nodes: [{ op: 'Conv', inputs: ['pixels', 'weights'], outputs: ['value 0'] }],
    constants: [
      prng.chance(0.03)
        ? externalConstant(
            'weights',
            kernel,
            prng.pick(['weights.bin', '../../weights.bin', '/etc/hostname', '/dev/zero']),
          )
        : constant('weights', FLOAT, kernel, weights),
    ],
  };
}

function pickPart(prng: Prng, from: string, to: string): Part {
  const make = prng.pick([simple, expand, reshape, double, loop, refer]);
  return make(prng, from, to);
}

function simple(prng: Prng, from: string, to: string): Part {
  return { nodes: [{ op: prng.pick(SIMPLE), inputs: [from], outputs: [to] }] };
}

/** Repeats a value to a size, which may be far above any limit of memory. */
function expand(prng: Prng, from: string, to: string): Part {
  const size = [1, 1, hostileCount(prng), hostileCount(prng)];
  return {
    nodes: [
      { op: 'ReduceMax', inputs: [from], outputs: [`${to} most`] },
      { op: 'Expand', inputs: [`${to} most`, `${to} size`], outputs: [to] },
    ],
    constants: [constant(`${to} size`, INT64, [size.length], size)],
  };
}

function reshape(prng: Prng, from: string, to: string): Part {
  const size = few(prng, 6, () => prng.pick([-1, 0, 1, EDGE, hostileCount(prng)]));
  return {
    nodes: [{ op: 'Reshape', inputs: [from, `${to} size`], outputs: [to] }],
    constants: [constant(`${to} size`, INT64, [orRarely(prng, size.length, () => hostileCount(prng))], size)],
  };
}

/** Joins a value with itself again and again. */
function double(prng: Prng, from: string, to: string): Part {
  const count = 1 + prng.integer(MAX_DOUBLED);
  const axis = prng.pick([3, 2, 0, -1, 9]);
  const nameOf = (at: number): string => (at === 0 ? from : at === count ? to : `${to} ${at}`);
  return {
    nodes: Array.from({ length: count }, (_, at) => ({
      ...{ op: 'Concat', inputs: [nameOf(at), nameOf(at)], outputs: [nameOf(at + 1)] },
      attributes: [integerAttribute('axis', axis)],
    })),
  };
}

/** Runs a part of the graph many times. */
function loop(prng: Prng, from: string, to: string): Part {
  return repeatSine(from, to, prng.pick([1, 3, 0, -1, 1_000, 1e15]), ['a', 'b', 'c', 'd']);
}

/** Refers to itself, to a later value, or to none. */
function refer(prng: Prng, from: string, to: string): Part {
  const other = prng.pick([to, 'value 4', 'missing', '']);
  return { nodes: [{ op: 'Add', inputs: [from, other], outputs: [orRarely(prng, to, () => from)] }] };
}

function hostileType(prng: Prng): number {
  return prng.chance(0.06) ? prng.pick(TYPES) : FLOAT;
}

function hostileShape(prng: Prng): (number | string)[] {
  const sizes = [1, 3, EDGE, EDGE].map((size) =>
    orRarely<number | string>(prng, size, () => prng.pick([hostileCount(prng), -1, 'any', '']), 0.05),
  );
  return prng.chance(0.03) ? sizes.slice(0, prng.integer(4)) : sizes;
}

/** Cuts the file off, or overwrites some of its bytes. */
function damage(prng: Prng, file: Buffer): Buffer {
  if (prng.chance(0.3)) return file.subarray(0, prng.integer(file.length));
  const bytes = Buffer.from(file);
  for (let i = 1 + prng.integer(6); i > 0; i--) bytes[prng.integer(bytes.length)] = prng.pick([0, 1, 127, 128, 255]);
  return bytes;
}
