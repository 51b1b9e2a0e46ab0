import type { IMAGE_ERROR_MESSAGES } from './image-error-messages.ts';

/** Messages of the engine: why an image cannot be used, in Simplified Chinese. */
export const IMAGE_ERROR_MESSAGES_ZH = {
  'image-error.empty-file': '图像文件是空的。重新导出或下载。',
  'image-error.unknown-format': '这个文件不是 Dropforge 能读取的图像。使用 PNG、JPEG、WebP、BMP、TIFF、GIF 或 AVIF。',
  'image-error.heic': '这是 HEIC 图像，Dropforge 没有解码 HEIC 的授权。将它导出为 JPEG 或 PNG。',
  'image-error.no-pixels': '图像没有像素。重新导出。',
  'image-error.too-large': '图像有 {width} × {height} 像素。缩小到 6400 万像素以内。',
  'image-error.too-long': '图像有 {width} × {height} 像素。缩小或裁剪，使每边不超过 {max, number} 像素。',
  'image-error.too-much-memory':
    '图像有 {width} × {height} 像素，它的格式在这个尺寸下需要的内存太多。存为非渐进式 JPEG 或非隔行 PNG，或缩小图像。',
  'image-error.damaged': '图像不完整或已损坏。重新复制、下载或导出。',
  'image-error.transparent': '图像完全透明。导出时让主体可见。',
  'image-error.opaque': '它没有透明像素。',
  'image-error.bmp-truncated': 'BMP 文件不完整。重新复制或导出。',
  'image-error.bmp-layout': '不支持这种 BMP。将图像存为 PNG 或 24 位 BMP。',
  'image-error.no-subject': '没有找到主体。使用抠好的图像，或背景干净的图像。',
  'image-error.small-subject': '主体只有 {width} × {height} 像素。使用更大的图像。',
  'image-error.view': '{view, select, front {正面} back {背面} left {左面} other {右面}}视图无法使用。{reason}',
  'image-error.style': '风格图像无法使用。{reason}',
  'image-error.too-few-views': '至少需要两个视图：正面和另一个。',
  'image-error.views-differ': '这些视图显示的不是同一个物体：轮廓不一致。',
} as const satisfies Readonly<Record<keyof typeof IMAGE_ERROR_MESSAGES, string>>;
