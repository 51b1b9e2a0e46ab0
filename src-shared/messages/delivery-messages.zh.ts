import type { DELIVERY_MESSAGES } from './delivery-messages.ts';

/** What main says of deliveries, in Simplified Chinese; `{1*}`: what stands there is translated, too. */
export const DELIVERY_MESSAGES_ZH: Readonly<Record<(typeof DELIVERY_MESSAGES)[number], string>> = {
  // What arrived otherwise than promised.
  'It is {1} there instead of {2}. {3}': '它在那里是 {1}，应为 {2}。{3*}',
  'Look at the scale in the settings of the program’s bridge.': '检查程序桥接插件设置里的缩放。',
  'That is {1} times as large: the unit was taken for another. Set the scale of the program’s bridge to 1, or import GLB.':
    '大小是 {1} 倍：单位被当成了别的。把程序桥接插件的缩放设为 1，或导入 GLB。',
  'It lies on its side: {1} there instead of {2}. Import it in another format, GLB first.':
    '它侧躺着：在那里是 {1}，应为 {2}。换一种格式导入，优先 GLB。',
  'Pictures are missing: {1}. Export it as GLB, which holds them inside, and import that.':
    '缺少图片：{1*}。导出为 GLB（图片在里面），再导入它。',
  '{1} of {2} pictures are on its materials. Export it as GLB, and import that.':
    '{2} 张图片中有 {1} 张在它的材质上。导出为 GLB，再导入它。',
  'Animations did not arrive: {1}. Import it as GLB or FBX.': '动画没有送达：{1*}。以 GLB 或 FBX 导入。',
  'Its skeleton did not arrive. Import it as GLB or FBX.': '骨骼没有送达。以 GLB 或 FBX 导入。',
  // Why an import failed, and what to do.
  '{1} Export the asset again.': '{1*}重新导出这个资产。',
  '{1} Nothing was opened. Export the asset again, and find out who changed its folder.':
    '{1*}什么都没有打开。重新导出这个资产，并查明谁改了它的文件夹。',
  '{1} Copy the whole folder again, then import it once more.': '{1*}重新复制整个文件夹，再导入一次。',
  '{1} Copy it again, or export the asset again.': '{1*}重新复制，或重新导出这个资产。',
  '{1} Export it in a format that the program reads, such as FBX.': '{1*}导出为程序能读取的格式，例如 FBX。',
  '{1} Export it in another format, then import that.': '{1*}导出为另一种格式，再导入它。',
  '{1} Export it in another format or with fewer triangles, then import it once more.':
    '{1*}导出为另一种格式或减少三角面，再导入一次。',
  '{1} Install the bridge again with “dropforge targets install”; it was made for a later one.':
    '{1*}重新安装桥接插件；这个资产需要更新的版本。',
  '{1} Look whether the asset is still in the export folder.': '{1*}看看这个资产是否还在导出文件夹里。',
  'It is a Gaussian splat, which this program does not bring in by itself. Drag its PLY into one that reads splats.':
    '它是高斯泼溅，这个程序不会自行导入。把它的 PLY 拖到能读取泼溅的程序里。',
  '{1} ended in the middle of the import. Start it again; it tries {2} more time.':
    '{1} 在导入中途结束了。重新启动它；还会再试 {2} 次。',
  '{1} ended in the middle of the import. Start it again; it tries {2} more times.':
    '{1} 在导入中途结束了。重新启动它；还会再试 {2} 次。',
  '{1} ended in the middle of the import. It is not tried again.': '{1} 在导入中途结束了。不会再试。',
  // Of bridges and the files of the protocol.
  'The bridge of {1} is version {2}, and {3} is here. Install it again with “dropforge targets install”.':
    '{1} 的桥接插件是版本 {2}，这里有 {3}。重新安装桥接插件。',
  '“{1}” in the export folder cannot be read, so it is passed over. Remove it; what it stood for is delivered again.':
    '导出文件夹里的“{1}”无法读取，已跳过。移除它；对应的资产会重新送达。',
  '“{1}” was written by a later version. Update this Dropforge to see it.':
    '“{1}”是由更新的版本写的。更新这个 Dropforge 才能看到。',
};
