import { webhooks } from '#locales/en/webhooks.ts'
import { translator } from '#locales/translator.ts'
import { language } from '#web/language.ts'

/** The messages of webhooks. */
export const t = translator(language, webhooks)
