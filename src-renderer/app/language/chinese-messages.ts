/** What the page needs to show messages in Chinese, in one file that is loaded when Chinese is first used. */
export { CHINESE } from '../../../src-shared/messages/chinese.ts';
export { translateToChinese } from '../../../src-shared/messages/translate-to-chinese.ts';
