import { IN_TRAY } from './shell-arguments.ts';

/** The events with which the system asks a running app to show or open something; Electron's `app` has them. */
export interface StartedApp {
  on(event: 'second-instance', listen: (event: unknown, argv: string[]) => void): unknown;
  on(event: 'activate', listen: () => void): unknown;
  on(event: 'open-file', listen: (event: unknown, file: string) => void): unknown;
  on(event: 'open-url', listen: (event: unknown, link: string) => void): unknown;
}

/**
 * Remembers who starts the app, or opens something with it, from now on, when it can no longer show it. The returned function
 * gives the arguments for a start that does so, in the window; null: nobody did. `args` are those of this process.
 */
export function listenForStarts(app: StartedApp, args: readonly string[]): () => string[] | null {
  let last: readonly string[] | null = null;
  app.on('second-instance', (_event, [, ...given]) => (last = given));
  app.on('activate', () => (last ??= args));
  app.on('open-file', (_event, file) => (last = [...args, file]));
  app.on('open-url', (_event, link) => (last = [...args, link]));
  return () => last && last.filter((each) => each !== IN_TRAY);
}
