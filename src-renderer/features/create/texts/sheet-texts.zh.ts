import { formatCount } from '../../../app/language/format.ts';
import type { SHEET_TEXTS } from './sheet-texts.ts';
import type { Translated } from '../../../app/language/translated.ts';

/** The drop sheet in Simplified Chinese. */
export const SHEET_TEXTS_ZH: Translated<typeof SHEET_TEXTS> = {
  title: (sources, jobs) => `${formatCount(sources)} 个素材，${formatCount(jobs)} 个任务`,
  lead: '添加之前不发送，也不扣费。',
  slots: { front: '正面', left: '左面', back: '背面', right: '右面' },
  set: (views) => `由 ${formatCount(views)} 个视图生成一个模型`,
  broken: '一组视图需要正面和至少一个其他面。',
  split: (count) => `拆成 ${count} 个单独任务`,
  emptySlot: (slot) => `${slot}：没有图片`,
  moveMenu: (name) => `移动 ${name}`,
  swapWith: (slot) => `放到 ${slot}`,
  takeOut: '单独成为一个任务',
  joinSet: (set, slot) => `放入 ${set}，作为 ${slot}`,
  joinOne: (name) => `与 ${name} 组成一组`,
  drop: (name) => `不加入 ${name}`,
  kinds: {
    picture: '一张图片，一个模型',
    model: '模型文件',
    prompt: '由文字生成',
    views: '一个模型',
  },
  hint: '把图片拖到其他位置，或拖到单独的任务上，即可重新分组。每张图片的菜单也能做到。',
  more: (count) => `还有 ${count} 个…`,
  duplicates: (count) => `${count} 个未加入：已有相同内容`,
  sameJob: (name, recipe) => `与 ${name} 相同，流程 ${recipe}`,
  sameSource: '与这里的另一个相同',
  show: '查看',
  addAnyway: '仍然添加',
  refused: (count) => `${formatCount(count)} 个文件无法使用`,
  recipe: '流程',
  perJob: (jobs) => `${formatCount(jobs)} 个任务`,
  underCap: '今日上限剩余',
  toSpend: '可用积分',
  foot: '按价目预估。失败的步骤会退款。',
  footFree: '在本机生成，免费。',
  add: (jobs) => `添加 ${formatCount(jobs)} 个任务`,
  plan: (jobs) => `规划 ${formatCount(jobs)} 个任务…`,
  working: '正在与已有内容比较…',
  none: '这里的内容都未加入。',
  drag: {
    sets: '名为 front、left、back 和 right 的图片合成一个模型。发送之前会显示任务和价格。',
    onRecipe: '在任意位置松手，或放到某个流程上',
    here: '放到这里',
  },
  describe: {
    command: '用文字描述模型',
    field: '用文字描述一个模型，或粘贴链接',
    add: '生成',
  },
};
