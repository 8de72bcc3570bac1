import { ledger } from '#locales/en/ledger.ts'
import { translator } from '#locales/translator.ts'
import { language } from '#web/language.ts'

/** The messages of the ledger. */
export const t = translator(language, ledger)
