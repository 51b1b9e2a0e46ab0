import type { Material, Texture } from '@gltf-transform/core';
import type { FlatMesh } from '../../../base/document/flat-mesh.ts';
import { uniqueName } from '../../../base/document/unique-name.ts';
import { listUsedMaterials } from '../../materials/model-surfaces.ts';
import { toPrimName } from '../../text/safe-names.ts';
import { createTextBuilder, type TextBuilder } from '../../text/text-builder.ts';
import type { ZipPieces } from '../../zip/write-zip.ts';
import { usdMaterialText } from './usd-material-text.ts';

/** Time codes per second of a clip. */
export const TIME_CODES_PER_SECOND = 24;

/** Content of a layer. */
export interface UsdLayerContent {
  readonly meshes: readonly FlatMesh[];
  /** Paths of the images that materials use. */
  readonly images: ReadonlyMap<Texture, string>;
  readonly root: 'Xform' | 'SkelRoot';
  /** Duration of the playing clip; null: nothing is animated. */
  readonly seconds: number | null;
}

/** The scope of materials is a sibling of the prims that `addContent` adds: none of them may have this name. */
export const MATERIALS_SCOPE = 'Materials';

/**
 * Writes a USD text layer (usda 1.0), metres, +Y up, with everything below `/Root`: the content of `addContent`, and
 * the materials of the meshes, whose paths it receives.
 */
export function writeUsdLayer(
  { meshes, images, root, seconds }: UsdLayerContent,
  addContent: (text: TextBuilder, pathOf: (material: Material | null) => string | null) => void,
): ZipPieces {
  const text = createTextBuilder(false);
  const used = listUsedMaterials(meshes);
  const usedNames = new Set<string>();
  const names = new Map(used.map((own) => [own, uniqueName(toPrimName(own.getName(), 'material'), usedNames)]));
  text.add(header(root, seconds));
  const scope = `/Root/${MATERIALS_SCOPE}`;
  addContent(text, (material) => (material ? `${scope}/${names.get(material)!}` : null));
  text.add(`    def Scope "${MATERIALS_SCOPE}"\n    {\n`);
  for (const [material, name] of names) text.add(usdMaterialText(material, scope, name, images));
  text.add('    }\n}\n');
  return text.toPieces();
}

/** Writes the header; metadata is on separate lines, because some readers ignore `( … )` on one line. */
function header(root: string, seconds: number | null): string {
  const times =
    seconds === null
      ? []
      : [
          `    endTimeCode = ${Math.ceil(seconds * TIME_CODES_PER_SECOND)}`,
          `    framesPerSecond = ${TIME_CODES_PER_SECOND}`,
        ];
  const start = seconds === null ? [] : ['    startTimeCode = 0', `    timeCodesPerSecond = ${TIME_CODES_PER_SECOND}`];
  return [
    '#usda 1.0',
    '(',
    '    defaultPrim = "Root"',
    ...times,
    '    metersPerUnit = 1',
    ...start,
    '    upAxis = "Y"',
    ')',
    '',
    `def ${root} "Root" (`,
    '    kind = "component"',
    ')',
    '{\n',
  ].join('\n');
}
