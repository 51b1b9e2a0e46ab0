import type { ARCHIVE_MESSAGES } from './archive-messages.ts';

/** Messages of the engine: why an archive with a model cannot be read, in Simplified Chinese. */
export const ARCHIVE_MESSAGES_ZH = {
  'archive.entries': '压缩包中的文件超过 {limit, number} 个。',
  'archive.unpacked-size': '压缩包解压后超过 1 GB。去掉模型用不到的文件。',
  'archive.ratio': '压缩包解压后超过自身大小的一百倍。',
  'archive.entry-type': '压缩包中有加密的文件或链接。改为打包普通文件。',
  'archive.no-model': '压缩包中没有模型。加入 GLB、glTF、FBX、OBJ、STL、3MF 或 USDZ 文件。',
  'archive.several-models': '压缩包中有 {count, number} 个模型。一次导入一个。',
  'archive.nested': '压缩包中还有压缩包。解压后导入里面的压缩包。',
} as const satisfies Readonly<Record<keyof typeof ARCHIVE_MESSAGES, string>>;
