import type { BRIDGE_MESSAGES } from './bridge-messages.ts';

/** What the bridges in the programs write, in Simplified Chinese; `{1*}`: what stands there is translated, too. */
export const BRIDGE_MESSAGES_ZH: Readonly<Record<(typeof BRIDGE_MESSAGES)[number], string>> = {
  // What the programs say of a file.
  'The file holds no objects.': '文件里没有对象。',
  'The file holds no surface.': '文件里没有表面。',
  'The file holds no mesh.': '文件里没有网格。',
  'The material “{1}” is see-through, as its colour image says.': '材质“{1}”是透明的，颜色图片如此。',
  'An {1} names no unit; {2} m per unit were taken.': '{1} 没有单位；按每单位 {2} 米。',
  'An OBJ names no unit; 1 m per unit was taken.': 'OBJ 没有单位；按每单位 1 米。',
  '{1} has one timeline: “{2}” is on it, {3} more stay in the file.':
    '{1} 只有一条时间轴：上面是“{2}”，另外 {3} 段留在文件里。',
  'Not all assets in “{1}” could be saved.': '“{1}”里的资产没有全部保存。',
  // Why they imported nothing.
  '{1} reads no .{2} files.': '{1} 不能读取 .{2} 文件。',
  "{1}'s importer ended without a result.": '{1} 的导入器没有给出结果。',
  "Unreal's importer ended without a result; its Output Log says why.":
    'Unreal 的导入器没有给出结果；原因见它的输出日志。',
  "Unity's importer ended without a model; its Console says why.": 'Unity 的导入器没有给出模型；原因见它的控制台。',
  "Godot's importer ended without a model; its Output panel says why.":
    'Godot 的导入器没有给出模型；原因见它的输出面板。',
  'This program reads {1}; the asset holds {2}.': '这个程序能读取 {1}；资产里有 {2}。',
  'The program went down {1} times while importing it; it is not tried again.':
    '程序在导入它时崩溃了 {1} 次；不会再试。',
  // What is wrong with an asset.
  '“{1}” cannot be read: {2}.': '“{1}”无法读取：{2}。',
  '“{1}” cannot be read.': '“{1}”无法读取。',
  '“{1}” does not hold what its manifest says; it is damaged.': '“{1}”的内容与清单不符；它已损坏。',
  '“{1}” has {2} bytes, not {3}; it is damaged.': '“{1}”有 {2} 字节，应为 {3}；它已损坏。',
  '“{1}” is a link, and links are not followed.': '“{1}”是链接，不会打开链接。',
  '“{1}” is not a file.': '“{1}”不是文件。',
  'The file “{1}” it needs is not there.': '它需要的文件“{1}”不存在。',
  'The file “{1}” is not there.': '文件“{1}”不存在。',
  "The path “{1}” is not one inside the asset's folder.": '路径“{1}”不在资产的文件夹里。',
  'The asset was made for a later version of this bridge: update it.': '这个资产需要更新版本的桥接插件：更新它。',
  'The export folder holds no asset “{1}”.': '导出文件夹里没有资产“{1}”。',
  // What lies in the export folder and is not delivered.
  'It was made for a later version of this bridge: update the bridge.': '它需要更新版本的桥接插件：更新桥接插件。',
  '{1}: It was made for a later version of this bridge: update the bridge.':
    '{1}：它需要更新版本的桥接插件：更新桥接插件。',
  'It cannot be read: {1}.': '它无法读取：{1}。',
  '{1}: It cannot be read: {2}.': '{1}：无法读取：{2}。',
  '{1} models were here before this program, and are left alone. To have them as well, install the bridge again with --import-existing.':
    '这个程序之前已有 {1} 个模型，不作处理。也要它们的话，用 --import-existing 重新安装桥接插件。',
  'The export folder is not there.': '导出文件夹不存在。',
  'The export folder “{1}” is not there. Delivery goes on when it is back.':
    '导出文件夹“{1}”不存在。恢复后会继续送达。',
};
