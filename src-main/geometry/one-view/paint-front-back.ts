import type { Note } from '../../../src-shared/api/notes.ts';
import type { ModelTexture } from '../model-document.ts';
import type { SubjectPicture } from '../picture/cut-finer.ts';
import type { FrontBackAtlas } from './front-back-atlas.ts';
import { encodeAtlas, fitHalf } from './front-back-atlas.ts';
import { toFrontColors } from './front-colors.ts';
import { paintBack } from './paint-back.ts';
import { LARGEST_MAP, toSurfaceMaps } from './surface-maps.ts';

/** The images of a texture in two halves. */
export interface FrontBackImages extends Omit<ModelTexture, 'uvs'> {
  /** What a person should know about them, a whole sentence. */
  readonly note: Note | null;
}

const PAINTED =
  'The back repeats the front, but lettering or one-sided marks were painted over there, because they would stand mirrored.';

/**
 * Paints an atlas with a subject: the front as the picture shows it, the back as `paintBack` guesses it, and on
 * demand the maps `toSurfaceMaps` derives of both. 1024 px: about 0.2 s, 0.4 s with maps.
 */
export async function paintFrontBack(
  { picture, mask, rim, box }: SubjectPicture,
  atlas: FrontBackAtlas,
  wantsMaps: boolean,
): Promise<FrontBackImages> {
  const colors = toFrontColors(picture, { mask, rim }, box);
  const behind = await paintBack(colors, mask, box);
  const front = await fitHalf(atlas, colors);
  const back = behind.painted > 0 ? await fitHalf(atlas, behind) : front;
  const image = await encodeAtlas(atlas, front, back);
  const note = behind.painted > 0 ? PAINTED : null;
  if (!wantsMaps) return { image, note };

  // The uvs are the same: the frame around the halves is the same share of all larger atlases.
  const coarse = { ...atlas, size: Math.min(atlas.size, LARGEST_MAP) };
  const frontMaps = toSurfaceMaps(await fitHalf(coarse, front));
  const backMaps = back === front ? frontMaps : toSurfaceMaps(await fitHalf(coarse, back));
  const [normal, roughness] = await Promise.all([
    encodeAtlas(coarse, frontMaps.normal, flipAcross(backMaps.normal)),
    encodeAtlas(coarse, frontMaps.roughness, backMaps.roughness),
  ]);
  return { image, maps: { normal, roughness }, note };
}

/** A normal map that stays true when its picture is mirrored: x turns its sign. */
function flipAcross({ width, height, rgb }: ReturnType<typeof toSurfaceMaps>['normal']) {
  const flipped = rgb.slice();
  for (let i = 0; i < flipped.length; i += 3) flipped[i] = 255 - flipped[i]!;
  return { width, height, rgb: flipped };
}
