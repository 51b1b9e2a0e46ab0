import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  readOrCreateApiKey,
  readOrCreateConsoleToken,
} from '../../../src-main/local-service/account/stored-secrets.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

test.each([
  ['key', readOrCreateApiKey],
  ['console-token', readOrCreateConsoleToken],
])(
  'the secret in the file %s is kept if an editor added a line break, and replaced if it is another text',
  async (name, read) => {
    const folder = makeTempFolder();
    const file = path.join(folder, name);
    const secret = await read(folder);
    appendFileSync(file, '\r\n');
    expect(await read(folder)).toBe(secret);
    expect(readFileSync(file, 'utf8').trim()).toBe(secret);
    writeFileSync(file, `${secret} and more`);
    expect(await read(folder)).not.toBe(secret);
  },
);
