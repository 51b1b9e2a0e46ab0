import type { MODEL_FILE_MESSAGES } from './model-file-messages.ts';

/** Messages of the engine: why a model file cannot be read or written, in Simplified Chinese. */
export const MODEL_FILE_MESSAGES_ZH = {
  'model-file.empty': '模型文件是空的。重新复制或导出。',
  'model-file.unknown-format': '这个文件不是 Dropforge 能读取的模型。使用 GLB、glTF、FBX、OBJ、STL、3MF 或 USDZ。',
  'model-file.damaged': '模型文件已损坏：{reason}。重新导出。',
  'model-file.truncated': '模型文件不完整。重新复制或导出。',
  'model-file.no-scene': '模型没有可显示的场景。重新导出。',
  'model-file.xml-entities': '模型文件定义了 XML 实体，不支持。重新导出。',
  'model-file.fbx-version': 'FBX 文件的版本是 {version}。导出为 FBX 7.4（2014）。',
  'model-file.fbx-no-mesh': 'FBX 文件中没有网格。连同几何体一起导出模型。',
  'model-file.obj-no-faces': 'OBJ 文件中没有面。连同网格一起导出模型。',
  'model-file.stl-no-triangles': 'STL 文件中没有三角面。重新导出模型。',
  'model-file.3mf-nothing-to-print': '3MF 文件中没有可打印的内容。重新导出模型。',
  'model-file.usd-version': 'USD 文件的版本 {version} 不受支持。重新导出。',
  'model-file.usd-no-mesh': 'USD 文件中没有可见的网格。连同几何体一起导出模型。',
  'model-file.no-surface': '模型没有可写出的表面。',
  'model-file.no-area': '模型没有面积大于零的面。',
  'model-file.too-large-for-fbx': '模型超过 FBX 文件 4 GB 的上限。',
  'model-file.too-large-for-zip': '模型超过 ZIP 文件 4 GB 的上限。',
} as const satisfies Readonly<Record<keyof typeof MODEL_FILE_MESSAGES, string>>;
