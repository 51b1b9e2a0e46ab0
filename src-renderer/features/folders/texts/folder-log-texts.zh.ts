import type { FOLDER_LOG_TEXTS } from './folder-log-texts.ts';
import { formatCount } from '../../../app/language/format.ts';
import type { Translated } from '../../../app/language/translated.ts';

/** Words about what happened in hot folders, and about what lies in the output folder. */
export const FOLDER_LOG_TEXTS_ZH: Translated<typeof FOLDER_LOG_TEXTS> = {
  title: '活动',
  which: '监视文件夹',
  all: '所有监视文件夹',
  problems: '只看问题',
  list: '监视文件夹活动，最新的在前',
  none: '还没有活动。',
  noProblems: '没有问题。',
  line: (folder, words) => `${folder}：${words}`,
  events: {
    job_created: (name, files) => (files > 1 ? `${name}，${formatCount(files)} 个文件：一个任务` : `${name}：已取走`),
    known: (name) => `${name} 以前取过，未动`,
    failed: (name, why) => `${name} 失败。${why}`,
    archived: (name, path, more) => `${name} 已移到 ${path}${more > 0 ? ` 等 ${formatCount(more + 1)} 处` : ''}`,
    asked: (jobs, total) => `${formatCount(jobs)} 个任务等你同意：${total}`,
  },
  goTo: (name) => `查看 ${name} 的任务`,
  exported: '输出文件夹',
  assets: '输出文件夹中的模型，最新的在前',
  empty: '完成的模型保存在这里，每个都有自己的文件夹，并发送到你的 3D 程序。',
  yours: '由你添加',
  more: (count) => `图库里还有 ${formatCount(count)} 个更早的模型`,
  chip: (program, words) => `${program}：${words}`,
};
