/** Tasks that put out one image, which may stand in for a file where a task id is allowed (spec 4.2). */
export const IMAGE_TASK_TYPES = ['text_to_image', 'image_to_image'] as const;

/** Tasks that put out four views (4.3). */
export const VIEW_TASK_TYPES = ['generate_multiview_image', 'edit_multiview_image'] as const;
