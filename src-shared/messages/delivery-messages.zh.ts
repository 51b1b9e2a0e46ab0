import type { DELIVERY_MESSAGES } from './delivery-messages.ts';

/** Messages about deliveries in Simplified Chinese; the value at `{1*}` is translated, too. */
export const DELIVERY_MESSAGES_ZH: Readonly<Record<(typeof DELIVERY_MESSAGES)[number], string>> = {
  // Differences between the manifest and the import.
  'The imported size is {1} instead of {2}. {3}': '导入后的尺寸是 {1}，应为 {2}。{3*}',
  'Check the scale in the import settings of the program.': '检查该程序导入设置中的缩放。',
  'It is scaled by {1}, probably because of a wrong unit. Set the scale in the import settings to 1, or import GLB.':
    '缩放了 {1} 倍，可能是单位错误。将导入设置中的缩放设为 1，或导入 GLB。',
  'The model is rotated: {1} instead of {2}. Import it in another format, preferably GLB.':
    '模型方向不对：{1}，应为 {2}。换一种格式导入，首选 GLB。',
  'Missing textures: {1}. Export the asset as GLB, which embeds textures, and import it again.':
    '缺少纹理：{1*}。导出为内嵌纹理的 GLB，然后重新导入。',
  'Only {1} of {2} textures are linked to its materials. Export the asset as GLB and import it again.':
    '{2} 张纹理中只有 {1} 张连接到材质。导出为 GLB，然后重新导入。',
  'Missing animations: {1}. Import it as GLB or FBX.': '缺少动画：{1*}。以 GLB 或 FBX 导入。',
  'The skeleton is missing. Import it as GLB or FBX.': '缺少骨骼。以 GLB 或 FBX 导入。',
  // Why an import failed, and what to do.
  '{1} Export the asset again.': '{1*}重新导出这个资产。',
  '{1} No file was opened. Export the asset again and check who changed its folder.':
    '{1*}未打开任何文件。重新导出此资产，并检查是谁更改了它的文件夹。',
  '{1} Copy the whole folder again, then retry the import.': '{1*}重新复制整个文件夹，然后重试导入。',
  '{1} Copy it again, or export the asset again.': '{1*}重新复制，或重新导出这个资产。',
  '{1} Export it in a format that the program supports, such as FBX.': '{1*}导出为程序支持的格式，例如 FBX。',
  '{1} Export it in another format and import that file.': '{1*}导出为另一种格式，再导入该文件。',
  '{1} Export it in another format or with fewer triangles, then retry the import.':
    '{1*}导出为另一种格式或减少三角面，然后重试导入。',
  '{1} Update the bridge with “dropforge targets install”.': '{1*}更新桥接插件。',
  '{1} Check that the asset is still in the export folder.': '{1*}检查此资产是否仍在导出文件夹中。',
  'Gaussian splats are not imported automatically into this program. Open the PLY file in a program that supports splats.':
    '此程序不会自动导入高斯泼溅。在支持泼溅的程序中打开 PLY 文件。',
  '{1} closed during the import. Start it again to retry; {2} attempt left.':
    '{1} 在导入过程中关闭。重新启动即可重试；还剩 {2} 次。',
  '{1} closed during the import. Start it again to retry; {2} attempts left.':
    '{1} 在导入过程中关闭。重新启动即可重试；还剩 {2} 次。',
  '{1} closed during the import. It will not be tried again.': '{1} 在导入过程中关闭。不会再次尝试。',
  // Bridges and protocol files.
  'The bridge of {1} has version {2}; version {3} is available. Update it with “dropforge targets install”.':
    '{1} 的桥接插件版本为 {2}；可更新到 {3}。更新桥接插件。',
  'Could not read “{1}” in the export folder. Delete the file; its asset will be delivered again.':
    '无法读取导出文件夹中的“{1}”。删除该文件；对应的资产会重新送达。',
  '“{1}” was written by a newer version. Update Dropforge to read it.':
    '“{1}”由更新的版本写入。更新 Dropforge 才能读取。',
};
