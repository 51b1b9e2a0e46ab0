import { serialize } from 'node:v8';
import { MAX_MESSAGE_BYTES } from '../../ipc/dispatch.ts';

/** `sources:take` contains all paths of a dropped folder, written by the preload script. */
const MAX_PATH_LIST_BYTES = 32 * MAX_MESSAGE_BYTES;

/** True if a call's input exceeds the limit in structured-clone bytes, or if it cannot be cloned. */
export function isMessageTooLarge(channel: string, input: unknown): boolean {
  const limit = channel === 'sources:take' ? MAX_PATH_LIST_BYTES : MAX_MESSAGE_BYTES;
  try {
    // Unlike JSON, this counts typed arrays and supports cycles.
    return serialize(input).byteLength > limit;
  } catch {
    return true;
  }
}
