import { ApiError } from '../api-error.ts';

/** Classes of refusals that come with the catalogue of words. */
const REFUSALS: readonly string[] = ['PromptError', 'EditError'];

/** Turns a prompt that names nothing that can be done into a failure with 2007, so that what was held comes back; throws always. */
export function rethrowPromptError(error: unknown): never {
  // By name: the classes come with the catalogue, which is loaded when a prompt is read.
  throw error instanceof Error && REFUSALS.includes(error.name) ? new ApiError(2007, error.message) : error;
}
