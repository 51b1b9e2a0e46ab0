/** Name of the extension, which glTF has replaced and three no longer reads. */
export const SPECULAR_GLOSSINESS = 'KHR_materials_pbrSpecularGlossiness';

/** The parts of a glTF material that are read here; the file may hold anything else instead. */
interface MaterialDescription {
  pbrMetallicRoughness?: Readonly<Record<string, unknown>>;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/**
 * Gives materials of the extension the base colour and the roughness that an import gives them, in the description of a glTF.
 * A material that has textures for programs without the extension keeps those.
 */
export function replaceSpecularGlossiness(materials: readonly MaterialDescription[]): void {
  for (const material of materials) {
    const source = toRecord(material?.extensions?.[SPECULAR_GLOSSINESS]);
    const { baseColorTexture, metallicRoughnessTexture } = toRecord(material?.pbrMetallicRoughness) ?? {};
    if (!source || baseColorTexture || metallicRoughnessTexture) continue;
    const { diffuseFactor, diffuseTexture, glossinessFactor = 1, specularGlossinessTexture } = source;
    const glossiness = Math.min(1, Math.max(0, Number(glossinessFactor) || 0));
    material.pbrMetallicRoughness = {
      ...(diffuseFactor !== undefined && { baseColorFactor: diffuseFactor }),
      ...(diffuseTexture !== undefined && { baseColorTexture: diffuseTexture }),
      metallicFactor: 0,
      // The glossiness of a texture is in its alpha, which no map of roughness reads: half of the factor stands for it.
      roughnessFactor: 1 - (specularGlossinessTexture === undefined ? glossiness : glossiness / 2),
    };
  }
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null;
}
