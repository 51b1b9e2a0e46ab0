import { isRecord } from '../is-record.ts';
import type { AnyValues } from '../operation.ts';

/** The pipeline parameter (`parameters`, 4.1) with which a request changes the clean-up of its generator. */
const CLEANUP_PARAMETER = 'cleanup';

/** The steps that a request sets, as they are; false: none, true: the defaults. Undefined: those of its generator. */
export function readCleanupParameter({ parameters }: AnyValues): unknown {
  return isRecord(parameters) ? parameters[CLEANUP_PARAMETER] : undefined;
}

/** The same request with other steps; undefined: those of its generator. */
export function withCleanupParameter(
  values: AnyValues,
  cleanup: Readonly<Record<string, unknown>> | false | undefined,
): AnyValues {
  const { parameters, ...others } = values;
  const { [CLEANUP_PARAMETER]: _, ...kept } = isRecord(parameters) ? parameters : {};
  const next = cleanup === undefined ? kept : { ...kept, [CLEANUP_PARAMETER]: cleanup };
  return Object.keys(next).length === 0 ? others : { ...others, parameters: next };
}
