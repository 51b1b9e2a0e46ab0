import type { CLEAN_UP_MESSAGES } from './clean-up-messages.ts';

/** Messages of the engine: notes about the clean-up of generated models, in Simplified Chinese. */
export const CLEAN_UP_MESSAGES_ZH = {
  'clean-up.welded':
    '清理：合并了 {count, plural, other {#}} 个顶点，移除了 {triangles, plural, other {#}} 个没有面积或重复的三角面。',
  'clean-up.floaters':
    '清理：移除了 {count, plural, other {#}} 个松散碎块，共 {triangles, plural, other {#}} 个三角面。',
  'clean-up.rotated': '清理：模型原来以 {up} 轴朝上，已旋转。',
  'clean-up.grounded': '清理：模型已居中放到地面上。',
  'clean-up.scaled': '清理：最长边已从 {before} 米缩放到 {size} 米。',
  'clean-up.baked': '清理：{before, number} 个三角面减到 {count, number} 个，并烘焙了颜色和法线。',
  'clean-up.unwrapped': '清理：模型已展开 UV。',
  'clean-up.textured': '清理：模型已展开 UV，颜色已烘焙到贴图。',
  'clean-up.closed-limit': '清理：封闭后的模型又减到 {count, number} 个三角面。',
  'clean-up.quads': '清理：四边面模型不会为打印而封闭。',
  'clean-up.animated': '已跳过清理：模型有骨骼、形态键或动画。',
  'clean-up.too-large': '已跳过清理：模型太大。用更少的面数生成。',
} as const satisfies Readonly<Record<keyof typeof CLEAN_UP_MESSAGES, string>>;
