import { expect, test } from 'vitest';
import { encodeFbx } from '../../../../../src-main/engine/files/fbx/write/encode-fbx.ts';
import { branch, leaf, properties } from '../../../../../src-main/engine/files/fbx/write/fbx-node.ts';
import { getNode, getNumbers, getProperty, readFbx } from '../../read-fbx.ts';

test('every kind of value comes back from an FBX file', async () => {
  const bytes = Uint8Array.of(1, 2, 3);
  const file = await encodeFbx([leaf('All', -7, 2n ** 40n, { double: 0.1 }, true, false, 'é "x"', bytes)]);
  const { version, root } = readFbx(file);
  expect(version).toBe(7400);
  const { values } = getNode(root, 'All');
  expect(values.slice(0, 6)).toEqual([-7, 2n ** 40n, 0.1, true, false, 'é "x"']);
  expect([...(values[6] as Uint8Array)]).toEqual([1, 2, 3]);
});

test('long arrays are deflated, short ones are not, and both come back', async () => {
  const long = Float64Array.from({ length: 5000 }, (_, i) => i % 7);
  const file = await encodeFbx([leaf('Short', Int32Array.of(1, -2)), leaf('Long', long), leaf('Again', long)]);
  const { root } = readFbx(file);
  expect(getNumbers(getNode(root, 'Short'))).toEqual([1, -2]);
  expect(getNumbers(getNode(root, 'Long'))).toEqual([...long]);
  expect(getNumbers(getNode(root, 'Again'))).toEqual([...long]);
  expect(file.length).toBeLessThan(5000);
});

test('nodes nest', async () => {
  const file = await encodeFbx([branch('A', [1], [branch('B', [], []), branch('C', [], [leaf('D', 'd')])])]);
  const { root } = readFbx(file);
  expect(getNode(root, 'A').children.map(({ name }) => name)).toEqual(['B', 'C']);
  expect(getNode(root, 'A', 'C', 'D').values).toEqual(['d']);
});

test('the footer is well-formed whatever the length of the content', async () => {
  for (let length = 0; length <= 16; length++) {
    const file = await encodeFbx([leaf('A', 'x'.repeat(length))]);
    expect(getNode(readFbx(file).root, 'A').values).toEqual(['x'.repeat(length)]);
  }
});

test('numbers of properties are stored as the type of the property asks', async () => {
  const list = properties(['Factor', 'number', 1], ['Axis', 'int', 2], ['Stop', 'time', 5n], ['Set', 'text', 'UV']);
  const file = await encodeFbx([branch('Owner', [], [list])]);
  const owner = getNode(readFbx(file).root, 'Owner');
  expect(getNode(owner, 'Properties70', 'P').values).toEqual(['Factor', 'Number', '', 'A', 1]);
  expect(getProperty(owner, 'Stop')).toEqual([5n]);
  expect(getProperty(owner, 'Set')).toEqual(['UV']);
  // A double property of 1 and an integer of 1 differ in the file only.
  expect(Buffer.from(file).indexOf(Buffer.from('D\0\0\0\0\0\0\xf0\x3f', 'latin1'))).toBeGreaterThan(0);
  expect(Buffer.from(file).indexOf(Buffer.from('I\x02\0\0\0', 'latin1'))).toBeGreaterThan(0);
});
