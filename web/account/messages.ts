import { account } from '#locales/en/account.ts'
import { translator } from '#locales/translator.ts'
import { language } from '#web/language.ts'

/** Translates the messages of the account pages. */
export const t = translator(language, account)
