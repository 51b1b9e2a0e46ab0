import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startCommand } from '../helpers/cli.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

test.skipIf(process.platform !== 'linux')(
  'the browser is started with a private file, not with the address',
  async () => {
    const folder = makeTempFolder();
    const [home, said, gio] = ['home', 'said', 'gio'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(gio, `#!/bin/sh\n[ "$1" = help ] && exit 0\necho "$@" > ${said}.part\nmv ${said}.part ${said}\n`);
    chmodSync(gio, 0o755);
    // What xdg-open starts on a GNOME desktop.
    const desktop = {
      DISPLAY: ':none',
      BROWSER: '',
      XDG_CURRENT_DESKTOP: 'GNOME',
      PATH: `${folder}:${process.env['PATH']}`,
    };
    const serve = startCommand(['serve', '--home', home, '--port', '0', '--json'], desktop);
    onTestFinished(() => serve.killGroup());
    let printed = '';
    serve.child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await expect.poll(() => existsSync(said)).toBe(true);
    await expect.poll(() => printed).toContain('#ticket=');
    const { url } = JSON.parse(printed) as { url: string };
    const argument = readFileSync(said, 'utf8').trim();
    expect(argument).toContain(path.join(home, 'open.html'));
    expect(argument).not.toContain('ticket');
    const redirect = path.join(home, 'open.html');
    expect(statSync(redirect).mode & 0o777).toBe(0o600);
    // The browser uses up its own link, and not the printed one.
    const text = readFileSync(redirect, 'utf8');
    expect(text).toContain(url.replace(/(#ticket=).*/s, '$1'));
    expect(text).not.toContain(url);
    serve.child.kill('SIGINT');
    expect((await serve.ended).code).toBe(0);
    expect(existsSync(redirect)).toBe(false);
  },
);
