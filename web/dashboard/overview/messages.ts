import { overview } from '#locales/en/overview.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'

/** Says the sentences of the overview. */
export const t = speaker(language, overview)
