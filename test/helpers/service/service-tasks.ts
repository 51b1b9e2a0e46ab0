import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { startCommand } from '../cli.ts';

/** One row of the service's own history. */
export interface ServiceTask {
  readonly task_id: string;
  readonly type: string;
  readonly status: string;
}

/** Every task a local service ever made, asked from the service itself over its data folder. */
export async function readServiceTasks(dataDir: string): Promise<ServiceTask[]> {
  const config = path.join(dataDir, 'test-config.json');
  writeFileSync(config, JSON.stringify({ dataDir }));
  const { child, ended } = startCommand(['service', '--config', config]);
  try {
    const line = await new Promise<string>((resolve, reject) => {
      let text = '';
      child.stdout?.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
      });
      void ended.then(({ stderr }) => reject(new Error(`The service did not start: ${stderr}`)));
    });
    const { baseUrl, apiKey } = JSON.parse(line) as { baseUrl: string; apiKey: string };
    const answer = await fetch(`${baseUrl}/v3/account/usage`, { headers: { authorization: `Bearer ${apiKey}` } });
    return ((await answer.json()) as { data: ServiceTask[] }).data;
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}
