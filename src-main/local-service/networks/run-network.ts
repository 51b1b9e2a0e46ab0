import sharp from 'sharp';
import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import type { NetworkConfig, NetworkUse } from '../../../src-shared/api/generators/network-config.ts';
import type { Image } from '../../engine/base/image/image.ts';
import { readImage } from '../../engine/base/image/read-image.ts';
import { needsEstimatedMask } from '../../engine/base/mask/find-mask.ts';
import type { EngineResult } from '../operations/engine-job.ts';
import { encodeMap } from './map-file.ts';
import { openNetworkSession, type NetworkOutput } from './network-session.ts';

/** A network, and what it is used for. Plain data. */
export interface NetworkOrder extends NetworkConfig {
  readonly use: NetworkUse;
  /** True if it also runs on images that need no network for their mask. */
  readonly isForced?: boolean;
}

/**
 * Runs a network on an image file and returns its map as a file. Returns none if the image needs no network for its mask,
 * because its background is plain or transparent, unless it is forced. Throws ImageError and ApiError.
 */
export async function runNetwork(order: NetworkOrder, source: Uint8Array): Promise<EngineResult> {
  const image = await readImage(source);
  if (order.use === 'masks' && !order.isForced && !(await needsEstimatedMask(image))) return { files: [], notes: [] };
  const session = await openNetworkSession(order);
  try {
    const output = await session.run(await toPixels(image, session.width, session.height, order));
    const map = order.use === 'masks' ? toShares(output) : output;
    const notes = session.isOnDevice ? [] : [serviceMessage('network.no-gpu')];
    return { files: [{ key: 'generated_image_url', name: 'map.bin', bytes: encodeMap(map) }], notes };
  } finally {
    await session.close();
  }
}

/** Returns the image stretched to the size, one channel after another, without its mean and divided by its deviation. */
async function toPixels(
  { width, height, data }: Image,
  columns: number,
  rows: number,
  { mean, deviation }: Pick<NetworkConfig, 'mean' | 'deviation'>,
): Promise<Float32Array> {
  const bytes = await sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .resize({ width: columns, height: rows, fit: 'fill' })
    .raw()
    .toBuffer();
  const count = columns * rows;
  const pixels = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < 3; c++) pixels[c * count + i] = (bytes[3 * i + c]! / 255 - mean[c]!) / deviation[c]!;
  }
  return pixels;
}

/** Rounding may exceed 0 to 1 by this much. */
const TOLERANCE = 1e-3;

/** Returns shares of the subject, 0 to 1. Networks without a last sigmoid return logits, which exceed that range. */
function toShares(output: NetworkOutput): NetworkOutput {
  const isShares = output.values.every((value) => value >= -TOLERANCE && value <= 1 + TOLERANCE);
  const toShare = (value: number): number => (isShares ? Math.min(1, Math.max(0, value)) : 1 / (1 + Math.exp(-value)));
  return { ...output, values: output.values.map(toShare) };
}
