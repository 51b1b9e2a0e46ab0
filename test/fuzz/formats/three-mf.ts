import { zipSync } from 'fflate';
import type { Prng } from '../../simulation/prng.ts';
import { few, hostileCount, hostileNumberText, hostileText, orRarely, repeats } from '../hostile-values.ts';
import { hostileImage } from './images.ts';

const CORE = 'http://schemas.microsoft.com/3dmanufacturing/core/2015/02';
const TYPE = 'http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel';

/** Generates a 3MF (core 1.3, materials 1.2): components in cycles, indices and groups that do not exist, odd XML. */
export async function generateThreeMf(prng: Prng): Promise<Uint8Array> {
  const { bytes } = await hostileImage(prng);
  const target = orRarely(prng, '/3D/3dmodel.model', () =>
    prng.pick(['3dmodel.model', '/_rels/.rels', '../a', escape(hostileText(prng))]),
  );
  const relationship = `<Relationship Target="${target}" Id="r" Type="${TYPE}"/>`;
  const files: Record<string, Uint8Array> = {
    '[Content_Types].xml': Buffer.from('<Types/>'),
    '_rels/.rels': Buffer.from(
      `<Relationships>${relationship.repeat(repeats(prng, relationship.length))}</Relationships>`,
    ),
    '3D/3dmodel.model': Buffer.from(model(prng)),
    '3D/a.png': bytes,
  };
  if (prng.chance(0.1)) files['3D/other.model'] = Buffer.from(model(prng));
  return zipSync(files, { level: 4, mtime: '2026-01-01' });
}

function escape(text: string): string {
  return text.replaceAll(/[<>"&]/g, '');
}

function model(prng: Prng): string {
  const unit = orRarely(prng, 'millimeter', () => prng.pick(['inch', 'micron', 'constructor', '']));
  const objects = [object(prng, 1), ...few(prng, 4, (at) => object(prng, at + 2)), ...tower(prng)];
  const item = (): string => `<item objectid="${orRarely(prng, 1, () => prng.integer(6), 0.2)}"${transform(prng)}/>`;
  const items = ['<item objectid="1"/>', ...few(prng, 3, item)].join('');
  const text = `<?xml version="1.0"?><model unit="${unit}" xmlns="${CORE}" xmlns:m="m" xmlns:p="p"><resources>${resources(prng)}${objects.join('')}</resources><build>${items}</build></model>`;
  return damage(prng, text);
}

function resources(prng: Prng): string {
  const base = `<base name="${escape(hostileText(prng))}" displaycolor="#${prng.pick(['FF0000', 'zz', 'FF00007F', ''])}"/>`;
  const uv = `<m:tex2coord u="${hostileNumberText(prng)}" v="0.5"/>`;
  return [
    `<basematerials id="10">${base.repeat(repeats(prng, base.length))}</basematerials>`,
    `<m:colorgroup id="11"><m:color color="#112233"/></m:colorgroup>`,
    `<m:texture2d id="12" path="${orRarely(prng, '/3D/a.png', () => escape(hostileText(prng)))}" contenttype="image/png"/>`,
    `<m:texture2dgroup id="13" texid="${orRarely(prng, '12', () => '13')}">${uv.repeat(repeats(prng, uv.length))}</m:texture2dgroup>`,
  ].join('');
}

function object(prng: Prng, id: number): string {
  const head = `id="${orRarely(prng, id, () => hostileCount(prng))}" type="${orRarely(prng, 'model', () => prng.pick(['support', 'other', 'x']))}" pid="${prng.pick([10, 11, 13, 99])}" pindex="${hostileNumberText(prng)}"`;
  if (prng.chance(0.3) && id > 1) {
    const component = `<component objectid="${orRarely(prng, 1, () => prng.integer(6), 0.2)}"${transform(prng)}${orRarely(prng, '', () => ' p:path="/3D/other.model"')}/>`;
    return `<object ${head}><components>${component.repeat(repeats(prng, component.length))}</components></object>`;
  }
  const vertex = (): string =>
    `<vertex x="${hostileNumberText(prng)}" y="${hostileNumberText(prng)}" z="${hostileNumberText(prng)}"/>`;
  const index = (usual: number): string => orRarely(prng, String(usual), () => hostileNumberText(prng), 0.02);
  const property = (): string =>
    orRarely(
      prng,
      '',
      () => ` pid="${prng.pick([10, 11, 13, 77])}" p1="${hostileNumberText(prng)}" p2="0" p3="1"`,
      0.4,
    );
  const triangle = (): string => `<triangle v1="${index(0)}" v2="${index(1)}" v3="${index(2)}"${property()}/>`;
  const vertices = Array.from({ length: 4 }, vertex).join('');
  const triangles = Array.from({ length: 1 + prng.integer(4) }, triangle).join('');
  return `<object ${head}><mesh><vertices>${vertices}</vertices><triangles>${triangles.repeat(repeats(prng, triangles.length))}</triangles></mesh></object>`;
}

/** Objects that each consist of the next one, several times: as many copies as a power of their number. */
function tower(prng: Prng): string[] {
  if (!prng.chance(0.05)) return [];
  const [height, width] = [prng.pick([4, 12, 30, 600]), 1 + prng.integer(12)];
  return Array.from({ length: height }, (_, at) => {
    const component = `<component objectid="${at + 1 === height ? 1 : 101 + at}"/>`;
    return `<object id="${100 + at}"><components>${component.repeat(width)}</components></object>`;
  });
}

function transform(prng: Prng): string {
  if (!prng.chance(0.3)) return '';
  const numbers = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0].map((each) =>
    orRarely(prng, String(each), () => hostileNumberText(prng)),
  );
  return ` transform="${numbers
    .slice(
      0,
      orRarely(prng, 12, () => prng.integer(12)),
    )
    .join(' ')}"`;
}

function damage(prng: Prng, text: string): string {
  if (!prng.chance(0.08)) return text;
  const at = prng.integer(text.length);
  const part = prng.pick([
    '<',
    '<!DOCTYPE a [<!ENTITY b "c">]>',
    '<!--',
    '<![CDATA[',
    '</a>',
    '<a b=',
    '&#x110000;',
    '\0',
    '<a>'.repeat(600),
    '"',
  ]);
  return prng.chance(0.3)
    ? text.slice(0, at)
    : text.slice(0, at) + part.repeat(repeats(prng, part.length)) + text.slice(at);
}
