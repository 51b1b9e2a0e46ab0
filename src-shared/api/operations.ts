import type { Operation } from './operation.ts';
import { convertModel } from './operations/convert-model.ts';
import { imageToModel } from './operations/image-to-model.ts';
import { importModel } from './operations/import-model.ts';

/** Every operation by the `type` its tasks carry. */
export const OPERATIONS = {
  image_to_model: imageToModel,
  convert_model: convertModel,
  import_model: importModel,
} as const satisfies Record<string, Operation>;

/** The `type` of a task we know. */
export type OperationName = keyof typeof OPERATIONS;

/** Names of the operations. */
export const OPERATION_NAMES = Object.keys(OPERATIONS) as [OperationName, ...OperationName[]];
