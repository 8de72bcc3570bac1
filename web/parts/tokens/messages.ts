import { tokens } from '#locales/en/tokens.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'

/** Says the sentences of access tokens. */
export const t = speaker(language, tokens)
