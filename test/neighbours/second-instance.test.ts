import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startCommand } from '../helpers/cli.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { startServe } from '../helpers/serve.ts';

const IN_USE =
  'Dropforge is already running in this home folder. Another process uses home. Use the running instance, or another --home.\n';

test('a second process on a home is refused in one line, the first goes on, and a killed one leaves no lock', async () => {
  const root = makeTempFolder();
  const [home, folder, out] = ['home', 'in', 'out'].map((name) => path.join(root, name)) as [string, string, string];
  mkdirSync(folder);
  const image = await writeSampleImage(root, 'a.png', 24);
  const first = await startServe(home);
  for (const args of [
    // With folders that the running page does not allow; without, it would print the link of that page.
    ['serve', '--port', '0', '--no-open', '--allow', folder],
    ['watch', '--folder', folder, '--out', out],
    ['make', image, '--out', out, '--yes'],
  ]) {
    const { code, stdout, stderr } = await startCommand([...args, '--home', home]).ended;
    expect([code, stdout, stderr], args[0]).toEqual([1, '', IN_USE]);
  }
  expect((await fetch(first.url)).status).toBe(200);
  expect(await first.stop()).toBe(0);

  const killed = startCommand(['watch', '--folder', folder, '--out', out, '--json', '--home', home]);
  await new Promise((resolve) => killed.child.stdout?.once('data', resolve));
  await killed.killGroup();
  const { code } = await startCommand(['make', image, '--out', out, '--yes', '--home', home]).ended;
  expect(code).toBe(0);
});
