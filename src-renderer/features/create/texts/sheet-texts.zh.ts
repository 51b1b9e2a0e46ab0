import { formatCount } from '../../../app/language/format.ts';
import type { SHEET_TEXTS } from './sheet-texts.ts';
import type { Translated } from '../../../app/language/translated.ts';

/** The drop sheet in Simplified Chinese. */
export const SHEET_TEXTS_ZH: Translated<typeof SHEET_TEXTS> = {
  title: (sources, jobs) => `${formatCount(sources)} 个素材，${formatCount(jobs)} 个任务`,
  lead: '添加任务之前不会发送或扣费。',
  slots: { front: '正面', left: '左面', back: '背面', right: '右面' },
  set: (views) => `由 ${formatCount(views)} 个视图生成一个模型`,
  broken: '一组视图需要正面和至少另一个视图。',
  split: (count) => `拆分为 ${formatCount(count)} 个任务`,
  emptySlot: (slot) => `${slot}：没有图像`,
  moveMenu: (name) => `移动 ${name}`,
  swapWith: (slot) => `移到：${slot}`,
  separate: '设为单独的任务',
  joinSet: (set, slot) => `放入 ${set}，作为 ${slot}`,
  joinOne: (name) => `与 ${name} 组成一组`,
  drop: (name) => `移除 ${name}`,
  kinds: {
    picture: '一张图像，一个模型',
    model: '模型文件',
    prompt: '来自提示词',
    views: '一个模型',
  },
  hint: '将图像拖到其他位置或单个任务上即可重新分组。每张图像的菜单也可以完成相同操作。',
  more: (count) => `还有 ${count} 个…`,
  duplicates: (count) => `已跳过 ${formatCount(count)} 个重复项`,
  sameJob: (name, recipe) => `与 ${name} 相同，流程 ${recipe}`,
  sameSource: '与此次添加的另一个文件相同',
  show: '查看',
  addAnyway: '仍然添加',
  refused: (count) => `${formatCount(count)} 个文件无法使用`,
  recipe: '流程',
  perJob: (jobs) => `${formatCount(jobs)} 个任务`,
  underCap: '今日上限余额',
  toSpend: '可用积分',
  foot: '按标价估算。失败的步骤会退款。',
  footFree: '免费：在本机处理。',
  add: (jobs) => `添加 ${formatCount(jobs)} 个任务`,
  plan: (jobs) => `查看 ${formatCount(jobs)} 个任务…`,
  working: '正在检查重复项…',
  none: '所有文件都已跳过。',
  drag: {
    sets: '名称含 front、left、back、right 的图像会合成一个模型。发送前可以查看任务和价格。',
    onRecipe: '拖放到任意位置或某个流程上',
    here: '拖放到这里',
  },
  describe: {
    command: '用文字描述模型',
    field: '描述一个模型，或粘贴链接',
    add: '生成',
  },
};
