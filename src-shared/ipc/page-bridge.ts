import type { ErrorInfo } from '../base/errors.ts';

/** Failures are returned as values because a transport keeps only the message of a thrown error. */
export type Reply<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ErrorInfo };

/** A DOM `File`, reduced to the types this module may use; implementations receive real ones. */
export interface PickedFile {
  readonly name: string;
  readonly size: number;
}

/** The page's interface to the outside. */
export interface PageBridge {
  readonly host: 'window' | 'browser';
  call(channel: string, input: unknown): Promise<Reply<unknown>>;
  /** Listens to a push; returns a function that stops listening. */
  on(channel: string, listen: (payload: unknown) => void): () => void;
  /** Passes dropped or selected files to main; returns the reply of `sources:take`. */
  takeFiles(files: readonly PickedFile[]): Promise<Reply<unknown>>;
  /** Address of an artifact's bytes, or of a job's source thumbnail (`thumb-<job id>`). */
  artifactUrl(id: string): string;
}
