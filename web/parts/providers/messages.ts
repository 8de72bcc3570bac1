import { providers } from '#locales/en/providers.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'

/** Says the sentences around signing in with a service. */
export const t = speaker(language, providers)
