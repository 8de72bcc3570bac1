import { ledger } from '#locales/en/ledger.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'

/** Says the sentences of the ledger. */
export const t = speaker(language, ledger)
