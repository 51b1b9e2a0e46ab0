/**
 * Reasons why a model is not displayed. Separate from the loader, because the page needs their texts before three is
 * loaded.
 */
const LOAD_FAILURES = ['too_large', 'too_long', 'interrupted', 'damaged', 'no_splats', 'unreachable'] as const;

/** Reason why a model is not displayed. */
export type LoadFailure = (typeof LOAD_FAILURES)[number];

/** A model that cannot be displayed. `message` is the reader's own English text and may be empty. */
export class ModelLoadError extends Error {
  readonly failure: LoadFailure;

  constructor(failure: LoadFailure, detail = '', options?: ErrorOptions) {
    super(detail, options);
    this.name = 'ModelLoadError';
    this.failure = failure;
  }
}
