import { z } from 'zod';

/** Version of manifest, claim, receipt and heartbeat that is written and understood. */
export const DELIVERY_SCHEMA = 1;

/** Hidden folder inside the output folder that holds the protocol's state. */
export const STATE_FOLDER = '.dropforge';

/** File that makes a folder an asset; written last. */
export const MANIFEST_NAME = 'dropforge.json';

/** The one version that is understood; a higher one belongs to a later program. */
export const deliverySchema = z.literal(DELIVERY_SCHEMA);

/** Id of an asset: a UUID in small letters, also part of file names. */
export const assetId = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

/** Id of a target, as it stands in file names: `blender@studio-7`. Two dashes part it from an asset's id. */
export const targetId = z
  .string()
  .max(64)
  .regex(/^(?!.*--)[a-z0-9](?:[a-z0-9@._-]*[a-z0-9])?$/);

/** Sizes along x, y and z, in metres. */
export const dimensions = z.tuple([z.number(), z.number(), z.number()]).readonly();

/** Sizes along x, y and z, in metres. */
export type Dimensions = z.infer<typeof dimensions>;

/** The axis that points up: Y as in glTF, Z as in Blender. */
export const upAxis = z.enum(['Y', 'Z']);

/** SHA-256 in small hexadecimal digits. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A time in UTC, by the clock of whoever wrote it. */
export const utcTimestamp = z.iso.datetime();
