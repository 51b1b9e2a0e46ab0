import type { TEXTURE_ERROR_MESSAGES } from './texture-error-messages.ts';

/** Messages of the engine: why a texture of a model cannot be used, in Simplified Chinese. */
export const TEXTURE_ERROR_MESSAGES_ZH = {
  'texture-error.unreadable': '贴图 {name} 无法作为图像读取。',
  'texture-error.unreadable-unnamed': '模型的一张贴图无法作为图像读取。',
  'texture-error.unsupported': '贴图 {name} 无法读取。使用 PNG 或 JPEG。',
  'texture-error.ktx2': '贴图 {name} 无法作为 KTX2 读取。用 PNG 或 JPEG 贴图导出模型。',
  'texture-error.ktx2-unnamed': '模型的一张贴图无法作为 KTX2 读取。用 PNG 或 JPEG 贴图导出模型。',
  'texture-error.no-data': '模型的一张贴图没有数据。',
} as const satisfies Readonly<Record<keyof typeof TEXTURE_ERROR_MESSAGES, string>>;
