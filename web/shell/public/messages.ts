import { auth } from '#locales/en/auth.ts'
import { translator } from '#locales/translator.ts'
import { language } from '#web/language.ts'

/** The messages of the sign-in pages, and those that every public page may need. */
export const t = translator(language, auth)
