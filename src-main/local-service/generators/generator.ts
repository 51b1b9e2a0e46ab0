import type { CleanupConfig } from '../../../src-shared/api/generators/cleanup-config.ts';
import type { GeneratorKind, GeneratorOperation } from '../../../src-shared/api/generators/generator-operations.ts';
import type { Message } from '../../../src-shared/api/messages/message.ts';
import type { AnyValues } from '../../../src-shared/api/operation.ts';
import type { SharedWork } from '../workers/work-queue.ts';

/** An image of a request: its only one, or a view. */
export type ImageName = 'image' | 'front' | 'left' | 'back' | 'right';

/** Descriptions of a texture, as `texture_model` has them; `none`: the generator decides. */
export const APPEARANCES = ['text', 'image', 'images', 'none'] as const;

/** One of them. */
export type Appearance = (typeof APPEARANCES)[number];

/** What a generator can do. */
interface GeneratorCapabilities {
  readonly operations: readonly GeneratorOperation[];
  /** Descriptions of a texture that it can follow. */
  readonly appearances: readonly Appearance[];
  /** Fields of requests that it applies; other fields are applied to its result, or not at all. */
  readonly fields: ReadonlySet<string>;
  /** Tasks at the same time. */
  readonly concurrency: number;
  readonly timeLimitMs: number;
}

/** State of a generator; the version is null if it does not tell one. */
export type GeneratorHealth =
  | { readonly isReady: true; readonly version: string | null; readonly notes: readonly Message[] }
  | { readonly isReady: false; readonly problem: Message };

/** A request for one model, or for the texture of one. */
export interface GeneratorRequest {
  readonly taskId: string;
  readonly operation: GeneratorOperation;
  /** Fields of the request by their wire names. */
  readonly values: AnyValues;
  /** PNG files, upright and in sRGB; they last as long as the request. */
  readonly images: Readonly<Partial<Record<ImageName, string>>>;
  /** The model to texture: a GLB, uncompressed, +Y up, in meters. Absent: the operation has none. */
  readonly model?: string;
  /** True if the result has a texture. */
  readonly texture: boolean;
  /** The text that describes the model or its texture; null: there is none. */
  readonly prompt: string | null;
  /** The seed of the request, or one of its task, so that the result can be repeated. */
  readonly seed: number;
  /** A private folder for files of this request. */
  readonly folder: string;
  /** Path for the result: a model of any supported format, detected by its content. */
  readonly resultPath: string;
  /** Of an earlier run of the task that ended with the service; undefined: there was none. */
  readonly handle: unknown;
}

/** The run of a request. */
export interface GeneratorRun {
  /** Aborted if the result is not wanted; its reason is a WorkStopped if the work continues later. */
  readonly signal: AbortSignal;
  /** The work began; before, it waits for other work of the generator. Its time is limited from here. */
  onStart(): void;
  /** Progress, 0 to 1. */
  onProgress(share: number): void;
  /** Stores data with which a later run finds the work again, durably. */
  keepHandle(handle: object): Promise<void>;
  /** Runs some work while no other process runs work of the same name. Absent: there are no others. */
  readonly alone?: SharedWork['alone'];
}

/** A result, which is at `resultPath`. */
export interface GeneratorResult {
  /** Name and version of the program, as far as it tells them. */
  readonly about: string;
  readonly notes: readonly Message[];
  /** Parameters that make the same model again. */
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
}

/** A generator that the user runs. Nothing of it is trusted: its result is read by an engine process only. */
export interface Generator {
  readonly name: string;
  readonly kind: GeneratorKind;
  /** The host of its server if that is another computer; null: this one. */
  readonly host: string | null;
  readonly capabilities: GeneratorCapabilities;
  /** True if every process with the same configuration reaches the same work, and finds it by its handle. */
  readonly isShared: boolean;
  /** What the engine does to its results; false: nothing. */
  readonly cleanup: CleanupConfig | false;
  checkHealth(signal: AbortSignal): Promise<GeneratorHealth>;
  /**
   * Rejects with an ApiError, and after an abort with anything, when nothing is written to the folder any longer. After its
   * time limit, a PaidWorkFailed is the failure of the task.
   */
  generate(request: GeneratorRequest, run: GeneratorRun): Promise<GeneratorResult>;
  close(): Promise<void>;
}
