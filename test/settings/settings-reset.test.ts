import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { log } from '../../src-main/base/log/log.ts';
import { openSides } from '../queue/side-by-side.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

test.each(['{"spending":{"perDay":"5.00"},}', '{}'])(
  'the app tells the page of a damaged settings file: %s',
  async (text) => {
    const stderr = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const isDamaged = text !== '{}';
    const home = makeTempFolder();
    const start = log.lines().at(-1)?.id;
    writeFileSync(path.join(home, 'config.json'), text);
    const app = await openSides(home, [], []);
    try {
      const { settingsReset } = await app.handlers['app:info'](null);
      expect(settingsReset?.code).toBe(isDamaged ? 'settings_reset' : undefined);
      const warnings = log.lines(start).filter(({ part, level }) => part === 'settings' && level === 'warn');
      expect(warnings.map(({ text: words }) => words.includes('Nothing is spent'))).toEqual(isDamaged ? [true] : []);
    } finally {
      await app.close();
      stderr.mockRestore();
    }
  },
);
