/** Why a model is not shown. Apart from the loader: the page has words for each before three is loaded. */
const LOAD_FAILURES = ['too_large', 'too_long', 'damaged', 'no_splats', 'unreachable'] as const;

/** Why a model is not shown. */
export type LoadFailure = (typeof LOAD_FAILURES)[number];

/** A model that is not shown. `message` is what the reader said, in its own English; it may be empty. */
export class ModelLoadError extends Error {
  readonly failure: LoadFailure;

  constructor(failure: LoadFailure, detail = '', options?: ErrorOptions) {
    super(detail, options);
    this.name = 'ModelLoadError';
    this.failure = failure;
  }
}
