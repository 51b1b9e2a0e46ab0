/** Types of tasks with one output image, whose id is accepted in place of a file (spec 4.2). */
export const IMAGE_TASK_TYPES = ['text_to_image', 'image_to_image'] as const;

/** Types of tasks with four output views (4.3). */
export const VIEW_TASK_TYPES = ['generate_multiview_image', 'edit_multiview_image'] as const;
