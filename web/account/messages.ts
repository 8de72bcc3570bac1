import { account } from '#messages/account.ts'
import { messages } from '#web/language.ts'

/** Translates the messages of the account pages. */
export const t = messages(account)
