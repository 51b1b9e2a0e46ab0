import { formatCount } from '../../../app/language/format.ts';
import type { Translated } from '../../../app/language/translated.ts';
import type { INSPECTOR_TEXTS } from './inspector-texts.ts';

/** Texts of the inspector, in Simplified Chinese. */
export const INSPECTOR_TEXTS_ZH: Translated<typeof INSPECTOR_TEXTS> = {
  outputs: '输出文件',
  files: (count, bytes) => `${formatCount(count)} 个文件 · ${bytes}`,
  noOutputs: '导出的文件会显示在这里。',
  made: '生成方式',
  recipe: '流程',
  service: '服务',
  tasks: '服务任务',
  source: '素材',
  created: '添加时间',
  took: '用时',
  seeds: { model_seed: '模型种子', texture_seed: '贴图种子', image_seed: '图像种子' },
  draft: '草稿，在本机生成',
  notes: '说明',
  none: '选择一个任务以查看详情。',
  request: (id) => `求 ${id}`,
};
