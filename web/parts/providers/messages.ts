import { providers } from '#locales/en/providers.ts'
import { translator } from '#locales/translator.ts'
import { language } from '#web/language.ts'

/** The messages of a sign-in with a provider. */
export const t = translator(language, providers)
