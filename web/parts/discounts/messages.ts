import { discounts } from '#messages/selling/discounts.ts'
import { messages } from '#web/language.ts'

/** The messages of discounts. */
export const t = messages(discounts)
