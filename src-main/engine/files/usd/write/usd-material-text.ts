import type { Material, Texture, TextureInfo } from '@gltf-transform/core';
import { getEmission } from '../../materials/model-surfaces.ts';
import { createNumberFormatter } from '../../text/number-formatter.ts';
import { wrapModeName } from '../../text/wrap-mode-name.ts';

const format = createNumberFormatter(6);
const OUTPUTS = ['float3 outputs:rgb', 'float outputs:r', 'float outputs:g', 'float outputs:b', 'float outputs:a'];

/** Sampling of a texture: USD multiplies each channel by `scale` and adds `bias`, after converting sRGB to linear. */
interface Reading {
  readonly colorSpace: 'sRGB' | 'raw';
  readonly scale: readonly number[];
  readonly bias?: readonly number[];
}

/**
 * Writes a glTF material as a USD Material prim with the given name below `scope`, with a UsdPreviewSurface and a
 * UsdUVTexture for each map (UsdPreviewSurface specification 2.6); factors become the textures' scales.
 */
export function usdMaterialText(
  material: Material,
  scope: string,
  name: string,
  images: ReadonlyMap<Texture, string>,
): string {
  const path = `${scope}/${name}`;
  const surface: string[] = [];
  const textures: string[] = [];

  /** Adds a texture prim; null if there is no image and the caller writes a constant. */
  const addTexture = (prim: string, texture: Texture | null, info: TextureInfo | null, reading: Reading) => {
    const file = texture && images.get(texture);
    if (!file || !info) return null;
    textures.push(...textureLines(path, prim, file, info, reading));
    return (output: string) => `.connect = <${path}/${prim}.outputs:${output}>`;
  };

  const base = material.getBaseColorFactor();
  const baseTexture = material.getBaseColorTexture();
  const baseInfo = material.getBaseColorTextureInfo();
  const color = addTexture('BaseColor', baseTexture, baseInfo, { colorSpace: 'sRGB', scale: base });
  surface.push(`color3f inputs:diffuseColor${color?.('rgb') ?? ` = ${vector(base.slice(0, 3))}`}`);
  if (material.getAlphaMode() !== 'OPAQUE')
    surface.push(`float inputs:opacity${color?.('a') ?? ` = ${format(base[3])}`}`);
  if (material.getAlphaMode() === 'MASK') {
    surface.push(`float inputs:opacityThreshold = ${format(material.getAlphaCutoff())}`);
  }

  const roughness = material.getRoughnessFactor();
  const metallic = material.getMetallicFactor();
  const packed = addTexture(
    'MetallicRoughness',
    material.getMetallicRoughnessTexture(),
    material.getMetallicRoughnessTextureInfo(),
    { colorSpace: 'raw', scale: [1, roughness, metallic, 1] },
  );
  surface.push(`float inputs:roughness${packed?.('g') ?? ` = ${format(roughness)}`}`);
  surface.push(`float inputs:metallic${packed?.('b') ?? ` = ${format(metallic)}`}`);

  const bend = material.getNormalScale();
  const normal = addTexture('Normal', material.getNormalTexture(), material.getNormalTextureInfo(), {
    colorSpace: 'raw',
    scale: [2 * bend, 2 * bend, 2, 1],
    bias: [-bend, -bend, -1, 0],
  });
  if (normal) surface.push(`normal3f inputs:normal${normal('rgb')}`);

  const light = getEmission(material);
  const emission = addTexture('Emission', material.getEmissiveTexture(), material.getEmissiveTextureInfo(), {
    colorSpace: 'sRGB',
    scale: [...light, 1],
  });
  surface.push(`color3f inputs:emissiveColor${emission?.('rgb') ?? ` = ${vector(light)}`}`);

  // glTF's strength s multiplies by 1 + s (r - 1).
  const strength = material.getOcclusionStrength();
  const occlusion = addTexture('Occlusion', material.getOcclusionTexture(), material.getOcclusionTextureInfo(), {
    colorSpace: 'raw',
    scale: [strength, strength, strength, 1],
    bias: [1 - strength, 1 - strength, 1 - strength, 0],
  });
  if (occlusion) surface.push(`float inputs:occlusion${occlusion('r')}`);

  const reader = [
    'uniform token info:id = "UsdPrimvarReader_float2"',
    'string inputs:varname = "st"',
    'float2 outputs:result',
  ];
  return [
    `        def Material "${name}"`,
    '        {',
    `            token outputs:surface.connect = <${path}/Surface.outputs:surface>`,
    ...shaderLines('Surface', ['uniform token info:id = "UsdPreviewSurface"', ...surface, 'token outputs:surface']),
    ...textures,
    ...shaderLines('Reader', reader),
    '        }\n',
  ].join('\n');
}

function textureLines(path: string, prim: string, file: string, info: TextureInfo, reading: Reading): string[] {
  return shaderLines(prim, [
    'uniform token info:id = "UsdUVTexture"',
    `asset inputs:file = @${file}@`,
    `float2 inputs:st.connect = <${path}/Reader.outputs:result>`,
    `token inputs:sourceColorSpace = "${reading.colorSpace}"`,
    `token inputs:wrapS = "${wrapModeName(info.getWrapS(), 'repeat')}"`,
    `token inputs:wrapT = "${wrapModeName(info.getWrapT(), 'repeat')}"`,
    `float4 inputs:scale = ${vector(reading.scale)}`,
    `float4 inputs:bias = ${vector(reading.bias ?? [0, 0, 0, 0])}`,
    ...OUTPUTS,
  ]);
}

function shaderLines(name: string, lines: readonly string[]): string[] {
  return [
    `            def Shader "${name}"`,
    '            {',
    ...lines.map((line) => `                ${line}`),
    '            }',
  ];
}

function vector(values: readonly number[]): string {
  return `(${values.map(format).join(', ')})`;
}
