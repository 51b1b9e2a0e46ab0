import { z } from 'zod';

/** Mean and standard deviation of the images of ImageNet, from 0 to 1, which most networks subtract and divide by. */
const IMAGENET = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] } as const;

const LARGEST_MEMORY_MB = 64 * 1024;

/** A network for images in a file for ONNX Runtime. */
export const networkConfig = z.strictObject({
  /** The file, relative to the configuration file. */
  model: z.string().min(1),
  /** Subtracted from red, green and blue, which are 0 to 1. */
  mean: z.tuple([z.number(), z.number(), z.number()]).default([...IMAGENET.mean]),
  /** Divides red, green and blue after that. */
  deviation: z
    .tuple([z.number().positive(), z.number().positive(), z.number().positive()])
    .default([...IMAGENET.deviation]),
  /** Width and height of the images in pixels, for networks that take any. */
  size: z.int().min(32).max(2_048).optional(),
  /** `gpu` uses DirectML on Windows, Core ML on macOS and CUDA on Linux, and the processor where they are missing. */
  device: z.enum(['cpu', 'gpu']).default('cpu'),
  /** A run that takes longer is ended, and the engine of this computer does without it. */
  timeLimitSeconds: z.number().min(1).max(1_800).default(120),
  /** Memory of its process. */
  memoryMb: z.int().min(256).max(LARGEST_MEMORY_MB).default(4_096),
});

/** A network for images in a file for ONNX Runtime. */
export type NetworkConfig = Readonly<z.output<typeof networkConfig>>;

/** The use of a network: `masks` separates the subject from its background, `depth` estimates distances. */
export const NETWORK_USES = ['masks', 'depth'] as const;

/** The use of a network. */
export type NetworkUse = (typeof NETWORK_USES)[number];
