import { EngineError } from '../../engine/base/errors/engine-error.ts';
import { ApiError } from '../api-error.ts';

/** Error classes of the word catalogue. */
const REFUSALS: readonly string[] = ['PromptError', 'TexturePromptError', 'EditError'];

/** Converts the error for an empty prompt or an unknown image edit to a failure with 2007, which is refunded; always throws. */
export function rethrowPromptError(error: unknown): never {
  // Compared by name: importing the classes would load the catalogue, which is only loaded to read a prompt.
  throw error instanceof EngineError && REFUSALS.includes(error.name) ? new ApiError(2007, error.detail) : error;
}
