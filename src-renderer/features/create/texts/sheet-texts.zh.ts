import { formatCount } from '../../../app/language/format.ts';
import type { SHEET_TEXTS } from './sheet-texts.ts';
import type { Translated } from '../../../app/language/translated.ts';

/** The drop sheet in Simplified Chinese. */
export const SHEET_TEXTS_ZH: Translated<typeof SHEET_TEXTS> = {
  title: (files, jobs) =>
    jobs === 0
      ? '没有新任务'
      : files === jobs
        ? `${formatCount(jobs)} 个任务`
        : `${formatCount(files)} 个文件，${formatCount(jobs)} 个任务`,
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
  pixels: (width, height) => `${formatCount(width)} × ${formatCount(height)} 像素`,
  tooSmall: '图像太小，缺少细节。使用更大的图像。',
  hint: '将图像拖到其他位置或单个任务上即可重新分组。每张图像的菜单也可以完成相同操作。',
  more: (count) => `还有 ${count} 个…`,
  duplicates: (count) => `已跳过 ${formatCount(count)} 个重复项`,
  sameJob: (name, recipe) => `与 ${name} 相同，流程 ${recipe}`,
  sameSource: '与此次添加的另一个文件相同',
  show: '查看',
  addAnyway: '仍然添加',
  addAllAnyway: '仍然全部添加',
  refused: (count) => `${formatCount(count)} 个文件无法使用`,
  recipe: '流程',
  service: '服务',
  perJob: (jobs) => `${formatCount(jobs)} 个任务`,
  underCap: '今日上限余额',
  duration: (time, jobs) =>
    jobs === 1 ? `上一个使用此流程的任务用时 ${time}。` : `每个任务约 ${time}，依据最近 ${formatCount(jobs)} 个任务。`,
  durationOfAll: (time) => `全部约 ${time}。`,
  planned: '各步骤费用',
  ways: {
    title: '不超出上限的方式',
    fewer: (jobs) => `只添加 ${formatCount(jobs)} 个任务`,
    variants: (count) => `每个素材 ${formatCount(count)} 个变体`,
    recipe: (title) => `使用 ${title}`,
    here: '使用本机',
    anyway: '仍然全部添加',
  },
  excess: (count) => `为不超出上限，已留下 ${formatCount(count)} 个素材`,
  includeExcess: '全部添加',
  footFree: '免费：不会扣费。',
  add: (jobs) => (jobs === 0 ? '添加任务' : `添加 ${formatCount(jobs)} 个任务`),
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
    help: '提示词按文字生成模型。链接会下载它指向的图像或模型。',
    add: '生成',
  },
};
