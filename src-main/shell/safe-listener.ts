import { log } from '../base/log/log.ts';

/**
 * A listener for events of Electron that logs what `listen` throws: uncaught, it would skip the other listeners of the event
 * and end the app.
 */
export function safeListener<Args extends readonly unknown[]>(
  listen: (...args: Args) => unknown,
): (...args: Args) => void {
  return (...args) => {
    try {
      listen(...args);
    } catch (error) {
      log.error('window', 'an event was not handled', error);
    }
  };
}
