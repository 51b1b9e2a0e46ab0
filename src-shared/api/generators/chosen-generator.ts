import type { AnyValues } from '../operation.ts';
import { isRecord } from '../is-record.ts';

/** The pipeline parameter (`parameters`, 4.1) with which a request chooses its generator. */
const GENERATOR_PARAMETER = 'generator';

/** The generator that a request chooses for itself, by its name; undefined: the one of its operation. */
export function readChosenGenerator({ parameters }: AnyValues): string | undefined {
  const name = isRecord(parameters) ? parameters[GENERATOR_PARAMETER] : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** The same request without a choice. */
export function withoutChosenGenerator(values: AnyValues): AnyValues {
  const { parameters, ...others } = values;
  if (!isRecord(parameters)) return values;
  const { [GENERATOR_PARAMETER]: _, ...kept } = parameters;
  return { ...others, parameters: kept };
}

/** The same request for another generator. */
export function withChosenGenerator(values: AnyValues, name: string): AnyValues {
  const { parameters } = values;
  return { ...values, parameters: { ...(isRecord(parameters) && parameters), [GENERATOR_PARAMETER]: name } };
}
