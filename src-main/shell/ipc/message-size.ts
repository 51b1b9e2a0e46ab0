import { serialize } from 'node:v8';
import { MAX_MESSAGE_BYTES } from '../../ipc/dispatch.ts';

/** `sources:take` carries every path of a dropped folder; the preload writes them, not the page. */
const MAX_PATH_LIST_BYTES = 32 * MAX_MESSAGE_BYTES;

/** Whether a call's input is more than main will read, in structured-clone bytes; true for what cannot be cloned. */
export function isMessageTooLarge(channel: string, input: unknown): boolean {
  const limit = channel === 'sources:take' ? MAX_PATH_LIST_BYTES : MAX_MESSAGE_BYTES;
  try {
    // Unlike JSON this counts typed arrays and survives cycles.
    return serialize(input).byteLength > limit;
  } catch {
    return true;
  }
}
