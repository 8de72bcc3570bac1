import { authFurther } from '#locales/en/auth-further.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'

/** Says the sentences of the pages around signing in. */
export const more = speaker(language, authFurther)
