import type { STYLIZE_MESSAGES } from './stylize-messages.ts';

/** Messages of the engine: notes about blocks, lattices and objects to print, in Simplified Chinese. */
export const STYLIZE_MESSAGES_ZH = {
  'stylize.width': '{kind, select, Studs {积木颗粒} Struts {支杆} other {方块}}宽 {metres} 米。',
  'stylize.thickness': '{kind, select, Studs {积木颗粒} Struts {支杆} other {方块}}粗 {metres} 米。',
  'stylize.block-size-unused': '“方块大小”对{style, select, keycap {键帽} keyring {钥匙扣} other {冰箱贴}}不起作用。',
  'stylize.blocks-too-fine': '方块大小从 {asked} 米增大到 {used} 米。再小就会有太多方块。',
  'stylize.blocks-too-coarse': '方块大小从 {asked} 米减小到 {used} 米。再大就会失去形状。',
  'stylize.lattice': '晶格有 {count} 个网眼。',
  'stylize.bricks': '模型需要 {colors} 种颜色的 {count} 块积木。',
  'stylize.blocks': '模型需要 {count} 个方块。',
  'stylize.pieces': '和模型一样，结果由 {count} 个分离的部分组成。',
  'stylize.joined': '分离的部件用细杆连在一起，可以作为一件打印：{count} 个。',
  'stylize.keycap': '键帽宽 18 毫米，用于单个按键，带 Cherry MX 轴的插座（4.1 毫米，臂宽 1.31 和 1.17 毫米）。',
  'stylize.keyring': '钥匙扣不算环长 40 毫米；环孔宽 5 毫米。',
  'stylize.magnet': '浮雕长 50 毫米，背面是平的，有一个放 10 × 2 毫米圆磁铁的凹槽。',
  'stylize.magnet-side': '模型的深度大于宽度，所以浮雕显示它的侧面。',
} as const satisfies Readonly<Record<keyof typeof STYLIZE_MESSAGES, string>>;
