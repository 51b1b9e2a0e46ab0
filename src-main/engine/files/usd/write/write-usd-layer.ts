import type { Material, Texture } from '@gltf-transform/core';
import type { FlatMesh } from '../../../base/document/flat-mesh.ts';
import { uniqueName } from '../../../base/document/unique-name.ts';
import { listUsedMaterials } from '../../materials/model-surfaces.ts';
import { toPrimName } from '../../text/safe-names.ts';
import { createTextBuilder, type TextBuilder } from '../../text/text-builder.ts';
import { usdMaterialText } from './usd-material-text.ts';

/** Time codes for a second of a clip. */
export const TIME_CODES_PER_SECOND = 24;

/** What a layer is to hold. */
export interface UsdLayerContent {
  readonly meshes: readonly FlatMesh[];
  /** Paths of the images that materials show. */
  readonly images: ReadonlyMap<Texture, string>;
  readonly root: 'Xform' | 'SkelRoot';
  /** Of the clip that plays; null: nothing moves. */
  readonly seconds: number | null;
}

/** The scope of materials is a sibling of whatever `addContent` adds: nothing else may be called so. */
export const MATERIALS_SCOPE = 'Materials';

/**
 * A USD text layer (usda 1.0), metres, +Y up, with everything below `/Root`: what `addContent` adds there, and the
 * materials of the meshes, whose paths it is given.
 */
export function writeUsdLayer(
  { meshes, images, root, seconds }: UsdLayerContent,
  addContent: (text: TextBuilder, pathOf: (material: Material | null) => string | null) => void,
): Uint8Array {
  const text = createTextBuilder();
  const used = listUsedMaterials(meshes);
  const taken = new Set<string>();
  const names = new Map(used.map((own) => [own, uniqueName(toPrimName(own.getName(), 'material'), taken)]));
  text.add(header(root, seconds));
  const scope = `/Root/${MATERIALS_SCOPE}`;
  addContent(text, (material) => (material ? `${scope}/${names.get(material)!}` : null));
  text.add(`    def Scope "${MATERIALS_SCOPE}"\n    {\n`);
  for (const [material, name] of names) text.add(usdMaterialText(material, scope, name, images));
  text.add('    }\n}\n');
  return text.toBytes();
}

/** Metadata stands on lines of its own: some readers take nothing from `( … )` on one line. */
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
