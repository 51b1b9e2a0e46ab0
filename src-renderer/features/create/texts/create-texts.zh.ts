import { formatCount } from '../../../app/language/format.ts';
import type { Translated } from '../../../app/language/translated.ts';
import type { CREATE_TEXTS } from './create-texts.ts';

/** Texts of the drop target and the composer, in Simplified Chinese. */
export const CREATE_TEXTS_ZH: Translated<typeof CREATE_TEXTS> = {
  drop: {
    files: (count) => (count > 0 ? `放下 ${formatCount(count)} 项` : '放下'),
    body: '拖放到任意位置。每张图像或每个模型成为一个任务，文件夹会被搜索。',
    beside: '拖放到某个字段，或拖放到其他位置以生成模型。',
    leave: '取消',
    taking: (count) => `正在读取 ${formatCount(count)} 项…`,
    price: (count, price) => `${formatCount(count)} 个任务，每个预估 ${price}`,
  },
  composer: {
    add: '添加图像',
    formats: '输出格式',
  },
};
