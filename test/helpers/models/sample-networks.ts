import {
  BOOL,
  constant,
  encodeOnnx,
  FLOAT,
  graphAttribute,
  INT64,
  type OnnxGraph,
  type OnnxNode,
} from './onnx-file.ts';

/** Edge of the images that the sample networks take. */
const EDGE = 64;

/** Shape and type of a network's input; absent: one image of 64 × 64 floats. */
interface InputOptions {
  readonly shape?: readonly (number | string)[];
  readonly type?: number;
}

/**
 * A network that weighs the three channels of each pixel, as a segmentation network (`sigmoid`: the share of the subject)
 * or as a depth network (brightness).
 */
export function weighChannels(
  weights: readonly number[],
  bias: number,
  {
    shape = [1, 3, EDGE, EDGE],
    type = FLOAT,
    hasSigmoid = false,
  }: InputOptions & { readonly hasSigmoid?: boolean } = {},
): Buffer {
  const raw = hasSigmoid ? 'raw' : 'map';
  return encodeOnnx({
    nodes: [
      { op: 'Conv', inputs: ['pixels', 'weights', 'bias'], outputs: [raw] },
      ...(hasSigmoid ? [{ op: 'Sigmoid', inputs: ['raw'], outputs: ['map'] }] : []),
    ],
    inputs: [{ name: 'pixels', type, shape }],
    outputs: [
      { name: 'map', type: FLOAT, shape: [shape[0] ?? 1, weights.length / 3, shape[2] ?? EDGE, shape[3] ?? EDGE] },
    ],
    constants: [
      constant('weights', FLOAT, [weights.length / 3, 3, 1, 1], weights),
      constant(
        'bias',
        FLOAT,
        [weights.length / 3],
        Array.from({ length: weights.length / 3 }, () => bias),
      ),
    ],
  });
}

/** A segmentation network: red pixels are the subject. */
export function segmentRed(options: InputOptions = {}): Buffer {
  return weighChannels([30, -15, -15], -6, { ...options, hasSigmoid: true });
}

/** A depth network: bright pixels are near. */
export function depthOfBrightness(): Buffer {
  return weighChannels([0.4, 0.4, 0.4], 1);
}

/** A network that returns its input. */
export function echoInput({ shape = [1, 3, EDGE, EDGE], type = FLOAT }: InputOptions): Buffer {
  return encodeOnnx({
    nodes: [{ op: 'Identity', inputs: ['pixels'], outputs: ['map'] }],
    inputs: [{ name: 'pixels', type, shape }],
    outputs: [{ name: 'map', type, shape }],
  });
}

/**
 * A node that takes the sine of a value again and again, with the constants it needs. Their names begin with that of its
 * output.
 */
export function repeatSine(
  input: string,
  output: string,
  rounds: number,
  shape: readonly (number | string)[],
): Required<Pick<OnnxGraph, 'nodes' | 'constants'>> {
  const value = { type: FLOAT, shape };
  const body: OnnxGraph = {
    nodes: [
      { op: 'Identity', inputs: ['condition'], outputs: ['next condition'] },
      { op: 'Sin', inputs: ['before'], outputs: ['after'] },
    ],
    inputs: [
      { name: 'round', type: INT64, shape: [] },
      { name: 'condition', type: BOOL, shape: [] },
      { name: 'before', ...value },
    ],
    outputs: [
      { name: 'next condition', type: BOOL, shape: [] },
      { name: 'after', ...value },
    ],
  };
  const [count, condition] = [`${output} rounds`, `${output} goes on`];
  const loop: OnnxNode = {
    ...{ op: 'Loop', inputs: [count, condition, input], outputs: [output] },
    attributes: [graphAttribute('body', body)],
  };
  return { nodes: [loop], constants: [constant(count, INT64, [], [rounds]), constant(condition, BOOL, [], [1])] };
}

/** A network that does not end within a day. */
export function endlessNetwork(): Buffer {
  const image = { type: FLOAT, shape: [1, 3, EDGE, EDGE] };
  return encodeOnnx({
    ...repeatSine('pixels', 'map', 1e15, image.shape),
    inputs: [{ name: 'pixels', ...image }],
    outputs: [{ name: 'map', ...image }],
  });
}

/** A network that fills 8 GB, so that every sensible limit of memory ends it. */
export function hugeNetwork(): Buffer {
  return encodeOnnx({
    nodes: [
      { op: 'ReduceMax', inputs: ['pixels'], outputs: ['most'] },
      { op: 'Expand', inputs: ['most', 'size'], outputs: ['map'] },
    ],
    inputs: [{ name: 'pixels', type: FLOAT, shape: [1, 3, EDGE, EDGE] }],
    outputs: [{ name: 'map', type: FLOAT, shape: [1, 1, 'rows', 'columns'] }],
    constants: [constant('size', INT64, [4], [1, 1, 32_768, 65_536])],
  });
}

/** A network with a second input, such as a prompt. */
export function networkWithTwoInputs(): Buffer {
  const shape = [1, 3, EDGE, EDGE];
  return encodeOnnx({
    nodes: [{ op: 'Add', inputs: ['pixels', 'prompt'], outputs: ['map'] }],
    inputs: [
      { name: 'pixels', type: FLOAT, shape },
      { name: 'prompt', type: FLOAT, shape },
    ],
    outputs: [{ name: 'map', type: FLOAT, shape }],
  });
}
