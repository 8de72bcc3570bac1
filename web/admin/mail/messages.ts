import { adminLetters } from '#locales/en/admin/letters.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'

/** Says the sentences about the letters of the product. */
export const t = speaker(language, adminLetters)
