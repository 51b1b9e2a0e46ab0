import type { AnyValues } from '../api/operation.ts';
import type { OperationName } from '../api/operations.ts';

/** The generation model that forms begin with. */
const GENERATION = { model: 'P2-20260801' } as const;

/** Values of required parameters that have a sensible default; what only the user can choose stays empty. */
const INITIAL_PARAMETERS: Readonly<Partial<Record<OperationName, AnyValues>>> = {
  text_to_model: GENERATION,
  image_to_model: GENERATION,
  multiview_to_model: GENERATION,
  convert_model: { format: 'FBX' },
};

/** Returns the parameters that the form of an operation begins with. */
export function initialParameters(operation: OperationName): AnyValues {
  return INITIAL_PARAMETERS[operation] ?? {};
}
