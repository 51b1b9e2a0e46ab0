/** The Chinese messages in one module, loaded when Chinese is first used. */
export { CHINESE } from '../../../src-shared/messages/chinese.ts';
export { translateToChinese } from '../../../src-shared/messages/translate-to-chinese.ts';
