import { z } from 'zod';

/** Supported version of manifest, claim, receipt and heartbeat. */
export const DELIVERY_SCHEMA = 1;

/** Hidden folder in the output folder for the state of the protocol. */
export const STATE_FOLDER = '.dropforge';

/** File that marks a folder as an asset; written last. */
export const MANIFEST_NAME = 'dropforge.json';

/** The manifest of a later result in the folder of an asset, named after its model: `dropforge.chair_rigged.glb.json`. */
export function toResultManifestName(modelName: string): string {
  return `dropforge.${modelName}.json`;
}

/** True for the name of a manifest: of the asset, or of a later result in its folder. */
export function isManifestName(name: string): boolean {
  return name === MANIFEST_NAME || /^dropforge\..+\.json$/.test(name);
}

/** Only this version is supported; a higher one is from a newer program. */
export const deliverySchema = z.literal(DELIVERY_SCHEMA);

/** Id of an asset: a lowercase UUID, also used in file names. */
export const assetId = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

/** Id of a target as used in file names: `blender@studio-7`. Two dashes separate it from an asset's id. */
export const targetId = z
  .string()
  .max(64)
  .regex(/^(?!.*--)[a-z0-9](?:[a-z0-9@._-]*[a-z0-9])?$/);

/** Sizes along x, y and z, in metres. */
export const dimensions = z.tuple([z.number(), z.number(), z.number()]).readonly();

/** Sizes along x, y and z, in metres. */
export type Dimensions = z.infer<typeof dimensions>;

/** The up axis: Y as in glTF, Z as in Blender. */
export const upAxis = z.enum(['Y', 'Z']);

/** SHA-256 in lowercase hex. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A UTC timestamp by the clock of the writer. */
export const utcTimestamp = z.iso.datetime();
