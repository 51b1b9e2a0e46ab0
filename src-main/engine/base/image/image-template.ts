/** Image templates of the API (4.3). */
export type ImageTemplate = 't_pose' | 'character_completion' | '3d_enhance' | 'variants' | 'figure';
