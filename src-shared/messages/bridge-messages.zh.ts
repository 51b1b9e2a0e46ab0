import type { BRIDGE_MESSAGES } from './bridge-messages.ts';

/** Messages of the bridges in Simplified Chinese. */
export const BRIDGE_MESSAGES_ZH: Readonly<Record<(typeof BRIDGE_MESSAGES)[number], string>> = {
  // What the programs report about an imported file.
  'The file contains no objects.': '文件中没有对象。',
  'The file contains no geometry.': '文件中没有几何体。',
  'The file contains no mesh.': '文件中没有网格。',
  'The material “{1}” is transparent: its color texture has transparent pixels.':
    '材质“{1}”是透明的：它的颜色贴图含有透明像素。',
  '{1} files do not store a unit; {2} m per unit was used.': '{1} 文件不保存单位；已按每单位 {2} 米导入。',
  '{1} has a single timeline: only “{2}” was imported. Animations left in the file: {3}.':
    '{1} 只有一条时间轴：只导入了“{2}”。文件中剩余的动画数：{3}。',
  'Could not save all assets in “{1}”.': '无法保存“{1}”中的全部资产。',
  // Why a program imported nothing.
  '{1} cannot import .{2} files.': '{1} 无法导入 .{2} 文件。',
  'The {1} importer returned no result.': '{1} 导入器没有返回结果。',
  'The Unreal importer returned no result. See the Output Log for details.':
    'Unreal 导入器没有返回结果。详情见输出日志。',
  'The Unity importer returned no model. See the Console for details.': 'Unity 导入器没有返回模型。详情见控制台。',
  'The Godot importer returned no model. See the Output panel for details.':
    'Godot 导入器没有返回模型。详情见输出面板。',
  'Houdini could not read the file: {1}': 'Houdini 无法读取文件：{1}',
  'Could not copy “{1}” into the project.': '无法将“{1}”复制到项目中。',
  'This program imports {1}, but the asset contains {2}.': '此程序可导入 {1}，但资产中只有 {2}。',
  'The asset contains no model.': '资产中没有模型。',
  'This program imports {1}, but the asset contains none of them.': '此程序可导入 {1}，但资产中没有这些格式。',
  'The program crashed {1} times while importing this asset. It will not be tried again.':
    '程序在导入此资产时崩溃了 {1} 次。不会再次尝试。',
  // What is wrong with an asset.
  'Could not read “{1}”: {2}.': '无法读取“{1}”：{2}。',
  'Could not read “{1}”.': '无法读取“{1}”。',
  '“{1}” is damaged: its content does not match the manifest.': '“{1}”已损坏：内容与清单不符。',
  '“{1}” is damaged: it has {2} bytes instead of {3}.': '“{1}”已损坏：大小为 {2} 字节，应为 {3} 字节。',
  '“{1}” is a link. Links are not followed.': '“{1}”是链接。不会跟随链接。',
  '“{1}” is not a file.': '“{1}”不是文件。',
  'The model refers to the file “{1}”, which is missing.': '模型引用的文件“{1}”缺失。',
  'The file “{1}” is missing.': '文件“{1}”缺失。',
  'The path “{1}” is outside the asset folder.': '路径“{1}”在资产文件夹之外。',
  'The manifest field “{1}” is missing or invalid.': '清单字段“{1}”缺失或无效。',
  'The output folder contains no asset “{1}”.': '输出文件夹中没有资产“{1}”。',
  // Why something in the output folder is not delivered.
  'This asset requires a newer version of the bridge. Update the bridge.':
    '此资产需要更新版本的桥接插件。更新桥接插件。',
  '{1}: This asset requires a newer version of the bridge. Update the bridge.':
    '{1}：此资产需要更新版本的桥接插件。更新桥接插件。',
  'Could not read the file: {1}.': '无法读取文件：{1}。',
  '{1}: Could not read the file: {2}.': '{1}：无法读取文件：{2}。',
  'Could not read the manifest {1}.': '无法读取清单 {1}。',
  '{1}: Could not read the manifest {2}.': '{1}：无法读取清单 {2}。',
  '{1}: {2} cannot import .{3} files.': '{1}：{2} 无法导入 .{3} 文件。',
  '{1} models were already in the output folder and are not imported. To import them, reinstall the bridge with --import-existing.':
    '输出文件夹中已有 {1} 个模型，不会导入。要导入它们，使用 --import-existing 重新安装桥接插件。',
  'The output folder does not exist.': '输出文件夹不存在。',
  'Could not find the output folder “{1}”. Delivery resumes automatically when it is available again.':
    '找不到输出文件夹“{1}”。恢复可用后会自动继续送达。',
};
