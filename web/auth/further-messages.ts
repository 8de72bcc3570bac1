import { authFurther } from '#locales/en/auth-further.ts'
import { translator } from '#locales/translator.ts'
import { language } from '#web/language.ts'

/** The messages of the authentication pages other than the sign-in page. */
export const tFurther = translator(language, authFurther)
