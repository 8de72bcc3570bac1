import { notFound } from '#locales/en/shell/not-found.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'

/** Says that there is nothing at an address. */
export const lost = speaker(language, notFound)
