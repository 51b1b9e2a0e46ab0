import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toFileResponse } from '../../../src-main/ipc/files/file-response.ts';

const file = { path: '/x.glb', mime: 'model/gltf-binary', bytes: 10 };

describe('answerWithFile', () => {
  it('sends the whole file without a range, as data that cannot run', () => {
    const { status, headers, slice } = toFileResponse(file, null);
    expect({ status, slice }).toEqual({ status: 200, slice: { start: 0, end: 9 } });
    expect(headers).toMatchObject({ 'content-type': 'model/gltf-binary', 'content-length': '10' });
    expect(headers['content-security-policy']).toContain('sandbox');
  });

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=2-5', 2, 5],
    ['bytes=7-', 7, 9],
    ['bytes=7-99', 7, 9],
    ['bytes=-3', 7, 9],
    ['bytes=-99', 0, 9],
  ])('sends %s', (range, start, end) => {
    const answer = toFileResponse(file, range);
    expect(answer).toMatchObject({ status: 206, slice: { start, end } });
    expect(answer.headers['content-range']).toBe(`bytes ${start}-${end}/10`);
    expect(answer.headers['content-length']).toBe(String(end - start + 1));
  });

  it.each(['bytes=10-', 'bytes=10-12', 'bytes=-0'])('says that %s lies beyond the end', (range) => {
    expect(toFileResponse(file, range)).toMatchObject({ status: 416, slice: null });
    expect(toFileResponse(file, range).headers['content-range']).toBe('bytes */10');
  });

  it.each(['bytes=5-2', 'bytes=0-1,4-5', 'bytes=-', 'items=0-1', 'nonsense'])('sends everything for %s', (range) => {
    expect(toFileResponse(file, range)).toMatchObject({ status: 200, slice: { start: 0, end: 9 } });
  });

  it('has no bytes to send of an empty file', () => {
    expect(toFileResponse({ ...file, bytes: 0 }, null)).toMatchObject({ status: 200, slice: null });
    expect(toFileResponse({ ...file, bytes: 0 }, 'bytes=0-')).toMatchObject({ status: 416 });
  });

  it('never asks for bytes the file does not have', () => {
    const number = fc.option(fc.nat(30), { nil: '' });
    fc.assert(
      fc.property(fc.nat(20), number, number, (bytes, first, last) => {
        const { slice } = toFileResponse({ ...file, bytes }, `bytes=${first}-${last}`);
        expect(slice === null || (slice.start >= 0 && slice.start <= slice.end && slice.end < bytes)).toBe(true);
      }),
    );
  });
});
