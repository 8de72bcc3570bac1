import { customers } from '#locales/en/customers.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'

/** Says the sentences of customers. */
export const t = speaker(language, customers)
