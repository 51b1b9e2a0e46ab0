import type { PHRASES } from './phrases.ts';

/** Words of ours that stand at the places of sentences, in Simplified Chinese. */
export const PHRASES_ZH: Readonly<Record<(typeof PHRASES)[number], string>> = {
  // Sides, and what lies around a subject.
  front: '正面',
  back: '背面',
  left: '左面',
  right: '右面',
  outline: '轮廓',
  shadow: '阴影',
  halo: '光晕',
  'about the axis both sides agree on': '以两侧一致的轴',
  'at the edge of the picture': '在图像边缘',
  'one closed region was': '一个封闭区域',
  '{1} closed regions were': '{1} 个封闭区域',
  'blocks of JPEG': 'JPEG 方块',
  grain: '噪点',
  'dull tones': '灰暗的色调',
  detailed: '精细',
  extreme: '极致',
  'both arms were': '双臂',
  'the left arm was': '左臂',
  'the right arm was': '右臂',
  // What models are made of.
  triangles: '三角面',
  quads: '四边面',
  'its skeleton': '骨骼',
  'its morph targets': '变形目标',
  'its animations': '动画',
  Blocks: '方块',
  Studs: '积木颗粒',
  Struts: '支杆',
  keyring: '钥匙扣',
  'fridge magnet': '冰箱贴',
  keycap: '键帽',
  'picture {1}': '图像 {1}',
  'Show the figure upright, in T- or A-pose, with two legs and two arms that touch nothing.':
    '让人物直立，T 或 A 姿势，两腿和两臂不接触任何东西。',
  'Show the animal standing on all four legs, straight, with daylight between them.':
    '让动物四条腿笔直站立，腿之间留出空隙。',
};
