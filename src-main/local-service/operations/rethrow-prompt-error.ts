import { EngineError } from '../../engine/base/errors/engine-error.ts';
import { ApiError } from '../api-error.ts';

/** Classes of refusals that come with the catalogue of words. */
const REFUSALS: readonly string[] = ['PromptError', 'TexturePromptError', 'EditError'];

/** Turns a prompt that names nothing that can be done into a failure with 2007, so that what was held comes back; throws always. */
export function rethrowPromptError(error: unknown): never {
  // By name: the classes come with the catalogue, which is loaded when a prompt is read.
  throw error instanceof EngineError && REFUSALS.includes(error.name) ? new ApiError(2007, error.detail) : error;
}
