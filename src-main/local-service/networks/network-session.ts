import type { InferenceSession } from 'onnxruntime-node';
import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import type { NetworkConfig } from '../../../src-shared/api/generators/network-config.ts';
import { ApiError } from '../api-error.ts';

/** A loaded network that takes one image and returns one value for each pixel. */
export interface NetworkSession {
  /** Size of the image in pixels. */
  readonly width: number;
  readonly height: number;
  /** False if a graphics card was asked for and could not be used. */
  readonly isOnDevice: boolean;
  /** Runs it on red, green and blue, one channel after another. Throws ApiError. */
  run(pixels: Float32Array): Promise<NetworkOutput>;
  close(): Promise<void>;
}

/** The first output of a network. */
export interface NetworkOutput {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

/** Threads of a run: more are hardly faster, and other tasks run at the same time. */
const THREADS = 2;
/** Longest reason of ONNX Runtime in a message; it quotes whole tables of shapes. */
const MAX_REASON = 160;
const MIN_EDGE = 32;
const MAX_EDGE = 2_048;
/** Errors are enough of a log: they are reported in the task. */
const FATAL_ONLY = 4;

/** What ONNX Runtime runs on a graphics card with. Its package has those of Windows and macOS; CUDA is installed apart. */
const GPU_PROVIDERS: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  ...{ win32: 'dml', darwin: 'coreml', linux: 'cuda' },
};

/**
 * Loads a network with ONNX Runtime, and checks by its own description that it fits: one input of
 * float32 values, 1 × 3 × height × width. Throws an ApiError that says what does not fit.
 */
export async function openNetworkSession({
  model,
  size,
  device,
}: Pick<NetworkConfig, 'model' | 'size' | 'device'>): Promise<NetworkSession> {
  const { InferenceSession: sessions, Tensor } = await loadRuntime();
  const load = (provider: string) =>
    sessions.create(model, {
      // DirectML runs without memory patterns only.
      ...{ executionProviders: [provider], enableMemPattern: provider === 'cpu' },
      ...{ intraOpNumThreads: THREADS, logSeverityLevel: FATAL_ONLY },
    });
  const gpu = device === 'gpu' ? GPU_PROVIDERS[process.platform] : undefined;
  const onGpu = gpu === undefined ? null : await load(gpu).catch(() => null);
  const session =
    onGpu ??
    (await load('cpu').catch((error: unknown) => {
      throw new ApiError(1000, serviceMessage('network.not-loaded', { reason: toReason(error) }));
    }));
  try {
    const { name, width, height } = checkInput(session.inputMetadata, size);
    const [output = ''] = session.outputNames;
    return {
      width,
      height,
      isOnDevice: device === 'cpu' || onGpu !== null,
      async run(pixels) {
        const image = new Tensor('float32', pixels, [1, 3, height, width]);
        const results = await session.run({ [name]: image }, [output]).catch((error: unknown) => {
          throw new ApiError(1000, serviceMessage('network.run-failed', { reason: toReason(error) }));
        });
        return checkOutput(results[output]);
      },
      close: () => session.release(),
    };
  } catch (error) {
    await session.release();
    throw error;
  }
}

/** The package is optional, and its libraries are large: it is loaded only for a network. */
async function loadRuntime(): Promise<typeof import('onnxruntime-node')> {
  try {
    return await import('onnxruntime-node');
  } catch (error) {
    throw new ApiError(1000, serviceMessage('network.no-runtime', { reason: toReason(error) }));
  }
}

interface ImageInput {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

/** Checks the input of a network; dimensions without a number fit any size. */
function checkInput(inputs: readonly InferenceSession.ValueMetadata[], size: number | undefined): ImageInput {
  const [input] = inputs;
  if (!input || inputs.length > 1) throw new ApiError(1000, serviceMessage('network.inputs', { count: inputs.length }));
  if (!input.isTensor || input.type !== 'float32') {
    const type = input.isTensor ? input.type : 'sequence';
    throw new ApiError(1000, serviceMessage('network.input-type', { type }));
  }
  const shape = formatShape(input.shape);
  const [batch, channels, rows, columns] = input.shape;
  const isOneImage = batch === 1 || typeof batch !== 'number';
  if (input.shape.length !== 4 || !isOneImage || channels !== 3) {
    throw new ApiError(1000, serviceMessage('network.input-shape', { shape }));
  }
  const height = typeof rows === 'number' ? rows : size;
  const width = typeof columns === 'number' ? columns : size;
  if (height === undefined || width === undefined) {
    throw new ApiError(1000, serviceMessage('network.input-any-size', { shape }));
  }
  if (Math.min(height, width) < MIN_EDGE || Math.max(height, width) > MAX_EDGE) {
    throw new ApiError(1000, serviceMessage('network.input-size', { shape, min: MIN_EDGE, max: MAX_EDGE }));
  }
  return { name: input.name, width, height };
}

function checkOutput(output: InferenceSession.OnnxValueMapType[string] | undefined): NetworkOutput {
  if (!output || !(output.data instanceof Float32Array)) {
    throw new ApiError(1000, serviceMessage('network.output-type', { type: output?.type ?? 'none' }));
  }
  const { dims, data: values } = output;
  const [width = 0, height = 0, ...others] = dims.toReversed();
  const isOneMap = others.every((count) => count === 1) && Math.min(width, height) > 1;
  if (!isOneMap || Math.max(width, height) > MAX_EDGE) {
    throw new ApiError(1000, serviceMessage('network.output-shape', { shape: formatShape(dims) }));
  }
  if (!values.every(Number.isFinite)) throw new ApiError(1000, serviceMessage('network.output-values'));
  return { width, height, values };
}

function formatShape(shape: readonly (number | string)[]): string {
  return shape.map((size) => (size === '' ? '?' : size)).join(' × ') || 'none';
}

/** The first line of an error of ONNX Runtime, without the place in its sources. */
function toReason(error: unknown): string {
  const [line = ''] = (error as Error).message.split('\n');
  return line.slice(0, MAX_REASON).replace(/(?<![\s.])[\s.]+$/, '');
}
