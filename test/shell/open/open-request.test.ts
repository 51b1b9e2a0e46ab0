import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseOpenArguments } from '../../../src-main/shell/open/open-request.ts';
import { findCommandArguments } from '../../../src-main/shell/shell-arguments.ts';

const folder = path.resolve('/renders');
const inFolder = (name: string): string => path.join(folder, name);

describe('the command line of the app', () => {
  it('opens files, recipes and links', () => {
    const args = ['fox.png', 'dropforge:gallery', 'game.dropforge-recipe', 'mug.glb', 'dropforge:delete/everything'];
    expect(parseOpenArguments(args, folder, true)).toEqual([
      { kind: 'view', view: 'gallery' },
      { kind: 'recipe', path: inFolder('game.dropforge-recipe') },
      { kind: 'files', paths: [inFolder('fox.png'), inFolder('mug.glb')] },
    ]);
  });

  it('opens no switches, their values, or the folder of an app that is not packaged', () => {
    const args = ['--inspect=0', '/app', '--home', '/data', '--in-tray', '-x', 'fox.png'];
    expect(parseOpenArguments(args, folder, false)).toEqual([{ kind: 'files', paths: [inFolder('fox.png')] }]);
    expect(parseOpenArguments(['--home=/data'], folder, true)).toEqual([]);
  });

  it('opens words after -- as files and links, whatever they begin with', () => {
    expect(parseOpenArguments(['--', '--gpu-launcher=calc.png', 'dropforge:queue'], folder, true)).toEqual([
      { kind: 'view', view: 'queue' },
      { kind: 'files', paths: [inFolder('--gpu-launcher=calc.png')] },
    ]);
  });

  it('runs a command only if it is asked to before --', () => {
    expect(findCommandArguments(['/app', '--command', '--', 'make', 'fox.png'])).toEqual(['make', 'fox.png']);
    expect(findCommandArguments(['--command', '--'])).toEqual([]);
    expect(findCommandArguments(['--', '--command', '--', 'queue'])).toBeNull();
    expect(findCommandArguments(['make', 'fox.png'])).toBeNull();
    expect(findCommandArguments(['--command', 'make'])).toBeNull();
  });
});
