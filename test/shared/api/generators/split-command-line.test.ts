import { expect, test } from 'vitest';
import { joinCommandLine, splitCommandLine } from '../../../../src-shared/api/generators/command-line.ts';

test('a command line is split at spaces, and quotes keep words together', () => {
  expect(splitCommandLine(`  python3 "/my models/make it.py" --name='a "b"' C:\\tools\\x.exe ""`)).toEqual([
    'python3',
    '/my models/make it.py',
    '--name=a "b"',
    'C:\\tools\\x.exe',
    '',
  ]);
});

test('a joined command line stands for exactly its words', () => {
  const words = ['a', 'a b', '', '"', "'", `"'`, `a"b'c d`, '\\', 'a\\ "', '\n', `'"' '"'`, '--x="y z"'];
  for (const one of words) {
    for (const other of words) expect(splitCommandLine(joinCommandLine([one, other]))).toEqual([one, other]);
  }
});
