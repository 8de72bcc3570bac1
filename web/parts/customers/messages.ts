import { customers } from '#locales/en/customers.ts'
import { translator } from '#locales/translator.ts'
import { language } from '#web/language.ts'

/** The messages of customers. */
export const t = translator(language, customers)
