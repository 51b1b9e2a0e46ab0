import { app } from 'electron';
import { safeListener } from '../safe-listener.ts';
import { parseOpenArguments, parseOpenWords, type OpenRequest } from './open-request.ts';

/** Calls a listener with every request to open something: those so far, and each one that comes later. */
export type OpenRequests = (listen: (request: OpenRequest) => void) => void;

/**
 * Receives files and links from the command line, from a second start of the app and from macOS. Call it while main is
 * evaluated: macOS sends the first ones before `ready`.
 */
export function receiveOpenRequests(): OpenRequests {
  const waiting = parseOpenArguments(process.argv.slice(1), process.cwd(), app.isPackaged);
  let listener: ((request: OpenRequest) => void) | null = null;
  const receive = (requests: readonly OpenRequest[]): void => {
    for (const request of requests) {
      if (listener) listener(request);
      else waiting.push(request);
    }
  };
  const receiveWord = safeListener((event: { preventDefault(): void }, word: string) => {
    event.preventDefault();
    receive(parseOpenWords([word], '/'));
  });
  app.on('open-file', receiveWord);
  app.on('open-url', receiveWord);
  app.on(
    'second-instance',
    safeListener((_event, argv, folder) => receive(parseOpenArguments(argv.slice(1), folder, app.isPackaged))),
  );
  return (listen) => {
    listener = listen;
    receive(waiting.splice(0));
  };
}
