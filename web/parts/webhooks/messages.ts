import { webhooks } from '#locales/en/webhooks.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'

/** Says the sentences of webhooks. */
export const t = speaker(language, webhooks)
