import { DOCTOR_TEXTS } from '../../../src-shared/doctor/doctor-texts.ts';
import { chineseTexts } from '../../app/language/load-language.ts';
import { translated } from '../../app/language/translated.ts';

/** Texts of the doctor, in the page’s language; loaded with the settings. */
export const DOCTOR_LABELS = translated({ en: DOCTOR_TEXTS, zh: () => chineseTexts()?.doctor });
