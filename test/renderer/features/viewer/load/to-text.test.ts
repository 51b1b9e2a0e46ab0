import { expect, test } from 'vitest';
import { toText } from '../../../../../src-renderer/features/viewer/load/to-text.ts';

const decode = (bytes: Uint8Array): string => toText(Uint8Array.from(bytes).buffer);

test.each([
  ['UTF-8', Buffer.from('newmtl Säge 模型\n')],
  ['UTF-8 with a mark', Buffer.from('\ufeffnewmtl Säge 模型\n')],
  [
    'UTF-8 beside an older comment',
    Buffer.concat([Buffer.from('# caf\xe9\n', 'latin1'), Buffer.from('newmtl Säge 模型\n')]),
  ],
])('names in %s are read', (_, bytes) => {
  expect(decode(bytes).split('\n').at(-2)).toBe('newmtl Säge 模型');
});

test('names in GBK and Latin-1 are read, each line separately', () => {
  const lines = ['newmtl plain', 'newmtl S\xe4ge', '', 'newmtl \xc4\xa3\xd0\xcd', 'map_Kd \xcc\xf9\xcd\xbc.png'].join(
    '\r\n',
  );
  const names = ['newmtl plain', 'newmtl Säge', '', 'newmtl 模型', 'map_Kd 贴图.png'];
  expect(decode(Buffer.from(lines, 'latin1')).split('\r\n')).toEqual(names);
});

test('a long text is decoded in time that grows with it', () => {
  const text = `${'v 0 0 0\n'.repeat(500_000)}# caf\xe9\n${'v 0 0 0\n'.repeat(500_000)}`;
  const started = performance.now();
  expect(decode(Buffer.from(text, 'latin1'))).toBe(text);
  expect(performance.now() - started).toBeLessThan(5_000);
});
