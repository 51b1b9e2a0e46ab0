import type { Prng } from '../simulation/prng.ts';
import type { Format } from '../../src-shared/formats/formats.ts';

/** How a case ended; `failed`: neither accepted nor refused with a message of ours. */
export type Verdict =
  | { readonly kind: 'accepted' }
  /** `code` and the message that says why, which tells apart where cases end. */
  | { readonly kind: 'refused'; readonly code: string; readonly reason?: string }
  | { readonly kind: 'failed'; readonly failure: string };

/** The verdict of a case, with the largest resident memory of its process in bytes. */
export interface CaseResult {
  readonly verdict: Verdict;
  readonly ms: number;
  readonly peakBytes: number;
}

/** A case: the bytes of a file, or a text. */
export type FuzzInput = Uint8Array | string;

/** One way to read a file. `bundle` unpacks a zip and reads the model in it as its format. */
export type FileRead = 'picture' | 'model' | 'bundle' | 'usd-space' | Format;

/** Files of one format, which are read in reader processes. */
export interface FileTarget {
  readonly kind: 'file';
  readonly name: string;
  readonly reads: readonly FileRead[];
  generate(prng: Prng): Uint8Array | Promise<Uint8Array>;
}

/** Networks for images, which run in engine processes. */
export interface NetworkTarget {
  readonly kind: 'network';
  readonly name: string;
  generate(prng: Prng): Uint8Array;
}

/** Input of code that runs in the app's own process: JSON texts, and files of which it reads the beginning. */
export interface JsonTarget {
  readonly kind: 'json';
  readonly name: string;
  /** True if errors may quote texts of another program, such as a service. */
  readonly quotesTexts?: true;
  generate(prng: Prng): FuzzInput | Promise<FuzzInput>;
  /** Gives the input to the product; throws what the product throws. Returns false if the product refused it. */
  run(input: FuzzInput): Promise<boolean>;
}

/** A format or an interface that is fuzzed. */
export type FuzzTarget = FileTarget | NetworkTarget | JsonTarget;
