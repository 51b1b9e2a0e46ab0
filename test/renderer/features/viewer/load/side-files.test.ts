import { describe, expect, it } from 'vitest';
import { baseName } from '../../../../../src-renderer/app/base-name.ts';
import { listMtlImages, listSideFiles, sideName } from '../../../../../src-renderer/features/viewer/load/side-files.ts';

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;

describe('files beside a model', () => {
  it('are the libraries an OBJ names', () => {
    const text = '# made\r\nmtllib my look.mtl\r\nv 0 0 0\r\nmtllib second.mtl third.MTL\nmtllib second.mtl\n';
    expect(listSideFiles('obj', bytes(text))).toEqual(['my look.mtl', 'second.mtl', 'third.MTL']);
  });

  it('are the buffers and images a glTF names, not those inside it', () => {
    const json = {
      buffers: [{ uri: 'model.bin' }, { uri: 'data:application/octet-stream;base64,AA==' }],
      images: [{ uri: 'base%20colour.png' }, { bufferView: 0 }],
    };
    expect(listSideFiles('gltf', bytes(JSON.stringify(json)))).toEqual(['model.bin', 'base%20colour.png']);
  });

  it('are none of a damaged description, nor of formats that hold everything themselves', () => {
    expect(listSideFiles('gltf', bytes('{"buffers":'))).toEqual([]);
    expect(listSideFiles('gltf', bytes('{"buffers":[null,5,{"uri":7}],"images":"no"}'))).toEqual([]);
    expect(listSideFiles('fbx', bytes('mtllib x.mtl'))).toEqual([]);
  });

  it('are the images of an MTL behind the options of their lines', () => {
    const text =
      'newmtl a\nmap_Kd -s 1 1 1 -clamp on base colour.png\nbump -bm 0.5 normal.png\nKd 1 1 1\nmap_Ks base.png';
    expect(listMtlImages(text)).toEqual(['base colour.png', 'normal.png', 'base.png']);
  });

  it('are found in time that grows with a text, even one of blanks', () => {
    // A pattern that tries each blank anew would need minutes for these.
    const blanks = `${'\n'.repeat(1_000_000)}mtllib a.mtl${' '.repeat(1_000_000)}b${' '.repeat(1_000_000)}`;
    expect(listSideFiles('obj', bytes(blanks))).toEqual(['a.mtl', 'b']);
    expect(listMtlImages(`${'\n'.repeat(1_000_000)}map_Kd x.png`)).toEqual(['x.png']);
  });

  it('are known by the last part of whatever path a file writes', () => {
    expect(baseName('C:\\work\\Textures\\Base.PNG')).toBe('Base.PNG');
    expect(sideName('./textures/Base%20Colour.PNG')).toBe('base colour.png');
    expect(sideName('100%.png')).toBe('100%.png');
  });
});
