import type { GeneratorOperation } from '../../../src-shared/api/generators/generator-operations.ts';
import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../api-error.ts';

/** Maximum size of a result, MiB: larger models would be refused by the engine. */
const MAX_RESULT_MB = 300;

/** Maximum size of a result in bytes. */
export const MAX_RESULT_BYTES = MAX_RESULT_MB * 1024 ** 2;

/** Maximum length of a text of a generator inside a message. */
const MAX_REASON = 300;

const OUT_OF_MEMORY =
  /out of memory|outofmemory|\bMemoryError\b|cannot allocate memory|allocation on device|not enough (gpu|video)? ?memory|alloc_failed/i;

/** A text of a generator for the inside of a sentence: one line, limited, without a period at its end. */
export function toReason(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  const short = line.length > MAX_REASON ? `${line.slice(0, MAX_REASON)}…` : line;
  return short.replace(/(?<!\.)\.+$/, '');
}

/** True if a text of a generator says that its memory was used up. */
export function saysOutOfMemory(text: string): boolean {
  return OUT_OF_MEMORY.test(text);
}

/** The generator reports an error in its own words. */
export function generatorFailed(name: string, text: string): ApiError {
  if (saysOutOfMemory(text)) return generatorOutOfMemory(name);
  return new ApiError(1000, serviceMessage('generator.failed', { name, reason: toReason(text) || 'no reason' }));
}

/** The memory of the generator is used up. */
export function generatorOutOfMemory(name: string): ApiError {
  return new ApiError(2007, serviceMessage('generator.out-of-memory', { name }));
}

/** The result is larger than `MAX_RESULT_BYTES`. */
export function resultTooLarge(name: string): ApiError {
  return new ApiError(2022, serviceMessage('generator.too-large', { name, max: MAX_RESULT_MB }));
}

/** The generator finished without a result. */
export function noResult(name: string, operation: GeneratorOperation): ApiError {
  const id = operation === 'remove_background' ? 'generator.no-image' : 'generator.no-model';
  return new ApiError(1000, serviceMessage(id, { name }));
}

/** The generator did not finish in time; the reason of the abort if its time is over. */
export class TimeLimitReached extends ApiError {}

/** The generator did not finish in time. */
export function tookTooLong(name: string, timeLimitMs: number): TimeLimitReached {
  return new TimeLimitReached(2007, serviceMessage('generator.time-limit', { name, seconds: timeLimitMs / 1_000 }));
}

/** The failure of work that its service charges for, or may charge for: it says so, also if its time is over. */
export class PaidWorkFailed extends ApiError {}

/** The generator was busy with other work for too long. */
export function busyTooLong(name: string, waitedMs: number): ApiError {
  return new ApiError(2018, serviceMessage('generator.busy', { name, seconds: Math.round(waitedMs / 1_000) }));
}
