import type { Translated } from '../../../app/language/translated.ts';
import type { CLEANUP_TEXTS } from './cleanup-texts.ts';

/** The texts about the clean-up of results of generators in Simplified Chinese. */
export const CLEANUP_TEXTS_ZH: Translated<typeof CLEANUP_TEXTS> = {
  title: '清理生成的模型',
  help: '由你的生成器执行该步骤时适用。',
  mode: '清理',
  modes: { usual: '按生成器的设置', own: '以下步骤', none: '不清理' },
  off: '不清理',
  own: '自定义清理',
  weld: '合并重复的顶点',
  floaters: '移除零散的部件',
  ground: '放置在地面上',
  bake: '将颜色和法线烘焙到较少的面上',
  watertight: '封闭每个部件以便打印',
  unwrap: '展开 UV',
  unwraps: { missing: '没有 UV 时', always: '总是', never: '从不' },
  up: '结果的向上轴',
  size: '最长边（米）',
  sizeKept: '不变',
};
