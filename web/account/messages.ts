import { account } from '#locales/en/account.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'

/** Says the sentences of one's own account. */
export const t = speaker(language, account)
