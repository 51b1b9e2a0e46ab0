import type { TEXTURE_MESSAGES } from './texture-messages.ts';

/** Messages of the engine: notes about textures, in Simplified Chinese. */
export const TEXTURE_MESSAGES_ZH = {
  'texture.off': '贴图已关闭：颜色和贴图被去掉了。',
  'texture.none': '生成器返回的模型没有贴图。',
  'texture.effects': '材质中颜色、金属、粗糙度和凹凸之外的效果已略过。',
  'texture.own-colors': '没有填贴图提示词，所以重新烘焙了模型自己的颜色。',
  'texture.relief-estimated': '凹凸和粗糙度根据图像的明暗估计。',
  'texture.new-uvs': '没有 UV 或 UV 互相重叠，所以重新展开了模型的 UV。',
  'texture.one-set': '{count} 个材质画在一张贴图里，所以重新展开了模型的 UV。',
  'texture.stretched': '模型的比例和图像（{views}）不同，所以图像被拉伸到模型上。贴图对齐选“原图”可保持图像比例。',
  'texture.no-subject': '图像里没有单独的主体，所以作为材质平铺到整个模型上。',
  'texture.front-only': '一张图像只显示正面。侧面和背面沿用轮廓的颜色。四张图像能显示更多。',
} as const satisfies Readonly<Record<keyof typeof TEXTURE_MESSAGES, string>>;
