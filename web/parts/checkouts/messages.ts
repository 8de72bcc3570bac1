import { checkouts } from '#locales/en/checkouts.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'

/** Says the sentences of checkouts. */
export const t = speaker(language, checkouts)
