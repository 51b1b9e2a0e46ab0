import type { UNUSED_FIELD_MESSAGES } from './unused-field-messages.ts';

/** Messages of the engine: notes about fields of requests, in Simplified Chinese. */
export const UNUSED_FIELD_MESSAGES_ZH = {
  'field.unused': '{name} 对本机引擎的草稿不起作用。',
  'field.vxc': 'VXC 对本机引擎的草稿不起作用：接口没有它的输出。',
  'field.ref-image': '参考图像对本机引擎不起作用。',
  'field.compress': '压缩对 FBX 文件不起作用。',
  'field.texture-quality':
    '贴图质量“{quality, select, detailed {精细} extreme {极致} other {标准}}”在这里是 {size} 像素的贴图：素材没有更多细节。',
  'field.baked-size': '由模型原有贴图烘焙的贴图最多 {size} 像素。',
  'field.mode-unknown': '本机引擎不支持模式 {mode}；支持 {known}。',
  'field.follows-image': '贴图始终遵循图像。',
  'field.follows-images': '贴图始终遵循这些图像。',
  'field.uv-needed': '“导出 UV”在这里不起作用：贴图需要 UV。',
  'field.uv-with-texture': '“导出 UV”在这里不起作用：只有带贴图时才创建 UV。',
  'field.base-color-only': '贴图只有基础色。不创建金属度、粗糙度和法线贴图。',
  'field.orthographic': '视图按正交投影读取。',
  'field.delight-model': '“去光照”只用于版本 {model}。',
  'field.style-texture': '贴图的颜色来自风格图像。',
  'field.style-scene': '场景的颜色来自风格图像。',
  'field.style-named-colors': '提示词里的颜色跟随风格图像，但仍与其名称相符。',
  'field.style-without-texture': '没有贴图时风格图像不起作用。',
  'field.delighted': '“去光照”去掉了形状能解释的光照；投影保留。',
  'field.delight-text': '“去光照”对文字不起作用。',
  'field.delight-scene': '“去光照”不起作用：由文字生成的场景，颜色里不含光照。',
  'field.texture-version': '贴图版本不起作用：由文字生成的场景只有一种着色方式。',
  'field.alignment': '没有图像时“贴图对齐”不起作用。',
  'field.texture-seed': '“贴图种子”在这里不起作用：这个方法没有随机性。',
} as const satisfies Readonly<Record<keyof typeof UNUSED_FIELD_MESSAGES, string>>;
