import type { DIFF_LINES } from './diff-lines.ts';

/** Lines that say how two recipes differ, in Simplified Chinese; `{1*}`: what stands there is translated, too. */
export const DIFF_LINES_ZH: Readonly<Record<(typeof DIFF_LINES)[number], string>> = {
  // Of the recipe as a whole.
  '~ the file that is there is damaged': '~ 现有的文件已损坏',
  '~ name: {1} → {2}': '~ 名称：{1} → {2}',
  '~ takes: {1} → {2}': '~ 素材：{1} → {2}',
  '~ help: {1} → {2}': '~ 说明：{1} → {2}',
  '~ also takes: {1} → {2}': '~ 还接受：{1} → {2}',
  // Of its steps.
  '+ step {1}: {2}': '+ 第 {1} 步：{2*}',
  '- step {1}: {2}': '- 第 {1} 步：{2*}',
  '+ step {1} ({2}) {3}: {4}': '+ 第 {1} 步（{2*}）{3*}：{4}',
  '- step {1} ({2}) {3}: {4}': '- 第 {1} 步（{2*}）{3*}：{4}',
  '~ step {1} ({2}) {3}: {4} → {5}': '~ 第 {1} 步（{2*}）{3*}：{4} → {5}',
  '~ step {1} ({2}) works on: {3} → {4}': '~ 第 {1} 步（{2*}）处理：{3*} → {4*}',
  '~ step {1} ({2}) exports: {3} → {4}': '~ 第 {1} 步（{2*}）导出：{3*} → {4*}',
};
