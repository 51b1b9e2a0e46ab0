import { z } from 'zod';
import { MESH_FORMATS } from '../../formats/formats.ts';

/** Image formats of a presign call (spec 4.6). */
const IMAGE_FORMATS = ['jpeg', 'jpg', 'png', 'webp', 'bmp', 'tiff'] as const;

/** Every `format` of a presign call, without leading dot: images and mesh formats (4.6). */
export const PRESIGN_FORMATS = [...IMAGE_FORMATS, ...MESH_FORMATS] as const;

/** A `format` of a presign call. */
export type PresignFormat = (typeof PRESIGN_FORMATS)[number];

/** A file token: `file_<id>`; bare UUIDs of an earlier version are invalid (2.5). */
export const FILE_TOKEN = /^file_[A-Za-z0-9_-]{1,128}$/;

/** A file token in a body or a URL. */
export const fileToken = z.string().regex(FILE_TOKEN);
