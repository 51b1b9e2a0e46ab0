import { startCommand } from './cli.ts';

/** A running `dropforge serve`. */
export interface ServeProcess {
  readonly url: string;
  /** Interrupts it as a person would and answers its exit status. */
  stop(): Promise<number | null>;
}

/**
 * Starts `serve` with a home of its own, on any free port unless one is given; opens nothing. `env` is added to this
 * process's own. Rejects with its words when it does not start.
 */
export async function startServe(home: string, env: Record<string, string> = {}, port = 0): Promise<ServeProcess> {
  const { child, ended } = startCommand(['serve', '--home', home, '--port', `${port}`, '--no-open', '--json'], env);
  const line = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
    void ended.then(({ stderr }) => reject(new Error(`serve did not start: ${stderr}`)));
  });
  return {
    url: (JSON.parse(line) as { url: string }).url,
    stop: async () => {
      child.kill('SIGINT');
      return (await ended).code;
    },
  };
}
