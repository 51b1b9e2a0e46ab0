import { parseArgs } from 'node:util';
import { toErrorInfo } from '../../src-shared/base/errors.ts';
import { describeError } from '../../src-shared/messages/describe-error.ts';
import { ensureBuild } from '../cli/lib/ensure-build.ts';
import { showRunningPage } from '../cli/lib/show-page.ts';
import { hasDisplay } from '../base/has-display.ts';
import { resolveHome } from '../settings/home.ts';
import { openWindow } from './open-window.ts';
import type { WindowResult } from './run-electron.ts';

/** Exit code for invalid arguments. */
const USAGE_ERROR = 2;

/**
 * `npm start`: opens the app in an Electron window if possible, else in a window of a browser, else in a tab; a page that is
 * served already, again.
 */
export async function startApp(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (typeof options === 'string') {
    process.stderr.write(`${options}\nUsage: npm start [-- --no-open] [--home DIR]\n`);
    return USAGE_ERROR;
  }
  const home = resolveHome(options.home, process.env);
  const context = { home, json: false };
  try {
    if (await showRunningPage(0, !options.noOpen, context)) return 0;
    const usesWindow = !options.noOpen && hasDisplay();
    // Begins before the rest of the app is loaded, because a first start waits for it longest.
    const build = usesWindow ? ensureBuild('main', 'page') : ensureBuild('page');
    build.catch(() => undefined);
    const serveBrowser = async (open: boolean): Promise<number> => {
      const [{ serve }, { openBrowserWindow }] = await Promise.all([
        import('../cli/actions/serve.ts'),
        import('./open-browser-window.ts'),
      ]);
      return serve(
        { port: 0, open, allow: [], openWindow: (session) => openBrowserWindow(home.path, session) },
        context,
        build,
      );
    };
    if (options.noOpen) return await serveBrowser(false);
    const window = usesWindow
      ? await openBuilt(build, options.home === undefined ? null : home.path)
      : { failureReason: 'No display found.' };
    if ('code' in window) return window.code;
    process.stderr.write(`${window.failureReason} Starting Dropforge in a browser instead.\n`);
    return await serveBrowser(true);
  } catch (error) {
    console.error(error);
    const { happened, next } = describeError(toErrorInfo(error));
    process.stderr.write(`${happened} ${next}\n`);
    return 1;
  }
}

async function openBuilt(build: Promise<void>, home: string | null): Promise<WindowResult> {
  await build;
  return openWindow(home);
}

/** Parses the options; returns an error message if they are invalid. */
function readOptions(args: readonly string[]): { home: string | undefined; noOpen: boolean } | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { home: { type: 'string' }, 'no-open': { type: 'boolean', default: false } },
    });
    return { home: values.home, noOpen: values['no-open'] };
  } catch (error) {
    return (error as Error).message;
  }
}
