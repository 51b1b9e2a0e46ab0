import { isAppUrl } from '../window/url-policy.ts';

/** The parts of Electron's `WebFrameMain` that tell whose call it is. */
interface SenderFrame {
  readonly url: string;
  readonly parent: object | null;
}

/** True if the sender of a call is the app's page in the top frame; null if it navigated away meanwhile. */
export function isOwnPage(frame: SenderFrame | null): boolean {
  return frame !== null && frame.parent === null && isAppUrl(frame.url);
}
