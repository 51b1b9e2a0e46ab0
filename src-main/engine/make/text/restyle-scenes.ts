import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Lab } from '../../base/color/oklab.ts';
import { preserveColorName } from '../../base/color/preserve-color-name.ts';
import { toLab, writeLab } from '../../base/style/oklab-image.ts';
import { readStyleImage } from '../../base/style/read-style-image.ts';
import { planTransfer, type Weighed } from '../../base/style/transfer-colors.ts';
import type { Finish, Rgb } from '../../base/material/finish.ts';
import { listTones, shareTones } from '../../base/material/pattern-tones.ts';
import type { Scene, SceneObject } from './scene/scene.ts';
import { solidArea } from '../../catalogue/solids/solid.ts';

/** Recoloured scenes. */
export interface RestyledScenes {
  readonly scenes: readonly Scene[];
  /** Notes for the user. */
  readonly notes: readonly Note[];
}

/** Maps colours to those of the style; a colour that the prompt names keeps its name. */
type Restyle = (colors: readonly Rgb[], isNamed: boolean) => Rgb[];

/**
 * Recolours scenes with the colours of a style image: `planTransfer` over all their colours, weighted by surface area,
 * and every tone of a pattern by itself. Shapes are unchanged. `patternSeed` is the seed of the patterns. Throws
 * `ImageError` if the style is not an image. A style of a megapixel: about 0.5 s.
 */
export async function restyleScenes(
  scenes: readonly Scene[],
  style: Uint8Array,
  patternSeed: number,
): Promise<RestyledScenes> {
  const transfer = planTransfer([weighColors(scenes, patternSeed)], await readStyleImage(style));
  const restyle: Restyle = (colors, isNamed) => {
    const restyled = listColors(transfer(toImage(colors), null));
    return isNamed ? colors.map((color, i) => keepColorName(color, restyled[i]!)) : restyled;
  };
  const objects = scenes.flatMap((scene) => scene.objects);
  const hasNames = objects.some(({ parts, named }) => parts.some(({ slot }) => named.has(slot)));
  return {
    scenes: scenes.map((scene) => ({
      ...scene,
      objects: scene.objects.map((object) => restyleObject(object, restyle)),
    })),
    notes: [
      engineMessage('field.style-scene'),
      ...(hasNames ? ([engineMessage('field.style-named-colors')] as const) : []),
    ],
  };
}

function restyleObject(object: SceneObject, restyle: Restyle): SceneObject {
  const finishes = new Map<string, Finish>();
  for (const [slot, finish] of object.finishes) {
    const isNamed = object.named.has(slot);
    const color = restyle([finish.color], isNamed)[0]!;
    const tones = finish.pattern ? { tones: restyle(listTones(finish), isNamed) } : {};
    finishes.set(slot, { ...finish, color, ...tones });
  }
  return { ...object, finishes };
}

/** Collects every colour of the scenes once, weighted by its surface area (m²) times opacity. */
function weighColors(scenes: readonly Scene[], patternSeed: number): Weighed {
  const areas = new Map<string, number>();
  for (const { parts, finishes } of scenes.flatMap((scene) => scene.objects)) {
    for (const { slot, solid } of parts) {
      const finish = finishes.get(slot);
      if (!finish) continue;
      const area = finish.alpha * solidArea(solid);
      const shares = shareTones(finish.pattern, patternSeed);
      listTones(finish).forEach((tone, i) => {
        areas.set(tone.join(), (areas.get(tone.join()) ?? 0) + area * shares[i]!);
      });
    }
  }
  const colors = [...areas.keys()].map((key) => key.split(',').map(Number) as unknown as Rgb);
  const total = [...areas.values()].reduce((sum, area) => sum + area, 0);
  return { image: toImage(colors), weights: Float32Array.from(areas.values(), (area) => (255 * area) / total) };
}

/** Returns colours as an image one pixel high. */
function toImage(colors: readonly Rgb[]) {
  return { width: colors.length, height: 1, data: Uint8Array.from(colors.flatMap((color) => [...color, 255])) };
}

function listColors({ data }: { readonly data: Uint8Array }): Rgb[] {
  return Array.from({ length: data.length / 4 }, (_, i) => [data[4 * i]!, data[4 * i + 1]!, data[4 * i + 2]!] as const);
}

function keepColorName(named: Rgb, restyled: Rgb): Rgb {
  const [own, other]: [Lab, Lab] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  const out = new Uint8Array(3);
  writeLab(preserveColorName(toLab(...named, own), toLab(...restyled, other)), out, 0);
  return [out[0]!, out[1]!, out[2]!];
}
