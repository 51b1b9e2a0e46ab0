import type { Translated } from '../translated.ts';
import type { GALLERY_TEXTS } from '../gallery-texts.ts';

/** The gallery in Simplified Chinese. */
export const GALLERY_TEXTS_ZH: Translated<typeof GALLERY_TEXTS> = {
  view: '作品库',
  facets: '筛选作品库',
  all: '全部',
  favourites: '收藏',
  today: '今天',
  undelivered: '尚未送达',
  recipe: '流程',
  format: '格式',
  tags: '标签',
  search: '名称、标签、流程或任务 ID',
  clearSearch: '清除搜索',
  sort: '排序',
  sorts: { newest: '最新', oldest: '最早', name: '名称', size: '最大' },
  grid: '模型',
  models: (count) => `${count} 个模型`,
  chosen: (count) => `已选 ${count} 个`,
  inLibrary: (bytes) => `库中共 ${bytes}`,
  empty: '做好的模型会出现在这里，从队列清除的也在。',
  none: '没有符合条件的模型。',
  showAll: '显示全部',
  favourite: '收藏',
  unfavourite: '取消收藏',
  addTag: '添加标签',
  removeTag: (tag) => `移除标签 ${tag}`,
  badTag: '标签须为 1 到 40 个字符。',
  card: (name, recipe, isFavourite) => (isFavourite ? `${name}，${recipe}，已收藏` : `${name}，${recipe}`),
  filed: (count) => `已从队列清除 ${count} 个模型，作品库仍保留。`,
};
