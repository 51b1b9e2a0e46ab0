import { once } from 'node:events';
import { findRunningPage } from '../../src-main/ipc/loopback/find-running-page.ts';
import { createPageLink } from '../../src-main/ipc/loopback/page-tickets.ts';
import { startCommand } from './cli.ts';

/** A running `dropforge serve`. */
export interface ServeProcess {
  readonly pid: number;
  /** The link that it printed, for one page. */
  readonly url: string;
  /** Another link, as a second `serve` prints it. */
  newLink(): Promise<string>;
  /** The next code in the terminal that was not read yet. */
  code(): Promise<string>;
  /** Interrupts it as a person would and answers its exit status. */
  stop(): Promise<number | null>;
}

/** How `serve` is started. */
export interface ServeOptions {
  /** Added to this process's own. */
  readonly env?: Record<string, string>;
  /** 0, the default: any free port. */
  readonly port?: number;
  /** Folders that the page may use. */
  readonly allow?: readonly string[];
}

/** Starts `serve` with a home of its own; opens nothing. Rejects with its words when it does not start. */
export async function startServe(
  home: string,
  { env = {}, port = 0, allow = [] }: ServeOptions = {},
): Promise<ServeProcess> {
  const folders = allow.flatMap((folder) => ['--allow', folder]);
  const args = ['serve', '--home', home, '--port', `${port}`, '--no-open', '--json', ...folders];
  const { child, ended } = startCommand(args, env);
  const line = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
    void ended.then(({ stderr }) => reject(new Error(`serve did not start: ${stderr}`)));
  });
  let terminal = '';
  child.stderr?.on('data', (chunk: Buffer) => (terminal += chunk.toString()));
  let read = 0;
  const listCodes = (): string[] => terminal.match(/\b\d{4} \d{4}\b/g) ?? [];
  return {
    pid: child.pid as number,
    url: (JSON.parse(line) as { url: string }).url,
    newLink: async () => {
      // A server that stands still for some seconds counts as none.
      for (;;) {
        const place = await findRunningPage(home);
        if (place) return createPageLink(place);
      }
    },
    code: async () => {
      while (listCodes().length <= read) await once(child.stderr!, 'data');
      return listCodes()[read++]!;
    },
    stop: async () => {
      child.kill('SIGINT');
      return (await ended).code;
    },
  };
}
