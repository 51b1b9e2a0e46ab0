import { describe, expect, it } from 'vitest';
import type { FieldControl } from '../../../../src-shared/ipc/views/operation-view.ts';
import { codecOf } from '../../../../src-renderer/features/operations/field-codecs.ts';

const number: FieldControl = { kind: 'number', min: null, max: null, whole: true };
const json: FieldControl = { kind: 'json' };
const codec = (control: FieldControl, name = 'some') => codecOf({ name, control });

describe('what is typed', () => {
  it('is a number however its thousands are parted, and stays a text when it is none', () => {
    const { read, show } = codec(number);
    expect(['12000', '12,000', '12 000', '-3', '0.5', ''].map(read)).toEqual([12000, 12000, 12000, -3, 0.5, undefined]);
    expect(['0,125', '-0,250', '12,5', '1.5e3', '12.'].map(read)).toEqual([0.125, -0.25, 12.5, 1500, 12]);
    for (const typed of ['many', '1,23,456', '1,2.3', '-', 'Infinity', '0x10']) expect(read(typed)).toBe(typed);
    for (const value of [0.125, -3, 12_000, 1e-7, 1e21]) expect(read(show(value))).toBe(value);
    expect([show(12000), show(undefined), show('many')]).toEqual(['12000', '', 'many']);
  });

  it('is a list with one word in each line', () => {
    const { read, show } = codec({ kind: 'list', options: null });
    expect(read(' arm, left \n\n leg ')).toEqual(['arm, left', 'leg']);
    expect(read(' \n')).toBeUndefined();
    expect(show(['arm, left', 'leg'])).toBe('arm, left\nleg');
  });

  it('is JSON, or stays a text until it is', () => {
    const { read, show } = codec(json);
    expect(read('{"a": [1]}')).toEqual({ a: [1] });
    expect(read('{"a": ')).toBe('{"a": ');
    expect(read(' ')).toBeUndefined();
    expect(read(show({ a: [1] }))).toEqual({ a: [1] });
  });

  it('of edits of views is one line for each view', () => {
    const { read, show } = codec(json, 'prompts');
    const edits = [
      { view: 'front', prompt: 'more moss' },
      { view: 'back', prompt: 'a door: red' },
    ];
    expect(read('Front: more moss\nback：a door: red')).toEqual(edits);
    expect(show(edits)).toBe('front: more moss\nback: a door: red');
    expect(read('no view')).toBe('no view');
  });
});
