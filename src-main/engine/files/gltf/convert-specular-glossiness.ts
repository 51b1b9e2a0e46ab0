import type { Document, Texture } from '@gltf-transform/core';
import { KHRMaterialsPBRSpecularGlossiness, type PBRSpecularGlossiness } from '@gltf-transform/extensions';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { decodeTexture } from '../images/decode-texture.ts';
import { encodeTexture } from '../images/encode-texture.ts';

const NAME = KHRMaterialsPBRSpecularGlossiness.EXTENSION_NAME;
/** Maximum edge of a roughness texture in pixels; one of any size would not fit in memory beside a large model. */
const MAX_EDGE = 2048;

/**
 * Converts the materials of KHR_materials_pbrSpecularGlossiness, which has been replaced in glTF and exists in no other
 * format: the diffuse colour becomes the base colour, and the inverse of the glossiness the roughness. Specular colours are
 * lost, with a note. A material that has textures for programs without the extension keeps those instead.
 */
export async function convertSpecularGlossiness(document: Document, notes: Note[]): Promise<void> {
  const replaced = new Set<Texture | null>();
  const roughnesses = new Map<string, Promise<Texture | null>>();
  const textures = document.getRoot().listTextures();
  const toRoughness = (source: Texture, glossiness: number): Promise<Texture | null> => {
    const key = `${textures.indexOf(source)} ${glossiness}`;
    const made = roughnesses.get(key) ?? addRoughness(document, source, glossiness);
    roughnesses.set(key, made);
    return made;
  };
  for (const material of document.getRoot().listMaterials()) {
    const source = material.getExtension<PBRSpecularGlossiness>(NAME);
    if (!source) continue;
    const glossy = source.getSpecularGlossinessTexture();
    replaced.add(source.getDiffuseTexture()).add(glossy);
    if (material.getBaseColorTexture() || material.getMetallicRoughnessTexture()) continue;
    notes.push(engineMessage('import.specular-colors'));
    material.setBaseColorFactor(source.getDiffuseFactor()).setBaseColorTexture(source.getDiffuseTexture());
    const diffuseInfo = source.getDiffuseTextureInfo();
    if (diffuseInfo) material.getBaseColorTextureInfo()!.copy(diffuseInfo);

    const glossiness = Math.min(1, Math.max(0, Number(source.getGlossinessFactor()) || 0));
    const roughness = glossy && (await toRoughness(glossy, glossiness));
    material.setMetallicFactor(0).setRoughnessFactor(roughness ? 1 : 1 - glossiness);
    material.setMetallicRoughnessTexture(roughness);
    if (roughness) material.getMetallicRoughnessTextureInfo()!.copy(source.getSpecularGlossinessTextureInfo()!);
  }
  document.createExtension(KHRMaterialsPBRSpecularGlossiness).dispose();
  for (const texture of replaced) if (texture?.listParents().length === 1) texture.dispose();
}

/** Adds a texture of roughness from the alpha of a glossiness texture; null if that has no alpha or cannot be decoded. */
async function addRoughness(document: Document, source: Texture, glossiness: number): Promise<Texture | null> {
  const image = await decodeTexture(source, MAX_EDGE).catch(() => null);
  if (!image || image.data.length !== 4 * image.width * image.height) return null;
  const { width, height, data } = image;
  const grey = Uint8Array.from({ length: width * height }, (_, at) => 255 - Math.round(glossiness * data[4 * at + 3]!));
  const { bytes, mime } = await encodeTexture({ width, height, data: grey }, 'PNG', 'linear');
  return document.createTexture('roughness').setImage(bytes).setMimeType(mime);
}
