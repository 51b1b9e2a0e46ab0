import type { MODEL_IMPORT_MESSAGES } from './model-import-messages.ts';

/** Messages of the engine: notes about models that were imported, in Simplified Chinese. */
export const MODEL_IMPORT_MESSAGES_ZH = {
  'import.stl-unit': 'STL 文件没有单位；这个按毫米读取。',
  'import.texture-not-found': '贴图 {name} 没有嵌入，也不在模型旁边。导出时嵌入贴图。',
  'import.texture-not-beside': '贴图 {name} 不在模型旁边。把两者打包成一个 ZIP。',
  'import.texture-not-in-file': '贴图 {name} 不在文件里。和模型一起打包。',
  'import.texture-unreadable': '贴图 {name} 无法读取，已略过；使用 PNG 或 JPEG。',
  'import.material-file-missing': '材质文件 {name} 不在模型旁边。把两者打包成一个 ZIP。',
  'import.material-plain': '材质 {name} 不是 UsdPreviewSurface，使用了默认材质。',
  'import.layer-missing': '图层 {name} 不在文件里。导出时合并场景。',
  'import.usd-blend-shapes': 'USD 文件的混合形状已略过。',
  'import.usd-shape': 'USD 文件中的 {type} 已略过。导出前先转成网格。',
  'import.usd-moving-parts': 'USD 文件中没有骨骼的动画部件已导入为静止部件。',
  'import.specular-colors': '材质使用高光/光泽度流程，已转换为金属度/粗糙度，未保留高光颜色。',
  'import.shear': '有一组部件带有切变，glTF 不支持。已去掉切变。',
} as const satisfies Readonly<Record<keyof typeof MODEL_IMPORT_MESSAGES, string>>;
