import type { FOLDER_LOG_TEXTS } from './folder-log-texts.ts';
import { formatCount } from '../../../app/language/format.ts';
import type { Translated } from '../../../app/language/translated.ts';

/** Words about what happened in hot folders, and about what lies in the export folder. */
export const FOLDER_LOG_TEXTS_ZH: Translated<typeof FOLDER_LOG_TEXTS> = {
  title: '日志',
  which: '显示哪个监视文件夹的日志',
  all: '所有监视文件夹',
  problems: '只看问题',
  list: '监视文件夹中发生的事，最新的在前',
  none: '还没有记录。取走、未加入和归档的文件都会写在这里。',
  noProblems: '没有问题。',
  line: (folder, words) => `${folder}：${words}`,
  events: {
    taken: (name, files) => (files > 1 ? `${name}，${formatCount(files)} 个文件：一个任务` : `${name}：已取走`),
    known: (name) => `${name} 以前取过，未动`,
    put_away: (name, place, more) => `${name} 已移到 ${place}${more > 0 ? ` 等 ${formatCount(more + 1)} 处` : ''}`,
    asked: (jobs, total) => `${formatCount(jobs)} 个任务等你同意：${total}`,
  },
  goTo: (name) => `查看 ${name} 的任务`,
  exported: '导出文件夹',
  lead: '每个资产完整出现',
  assets: '导出文件夹中的模型，最新的在前',
  empty: '做好的模型出现在这里，各有自己的文件夹，再送到旁边的程序。',
  yours: '由你放入',
  more: (count) => `图库里还有 ${formatCount(count)} 个更早的模型`,
  chip: (program, words) => `${program}：${words}`,
};
