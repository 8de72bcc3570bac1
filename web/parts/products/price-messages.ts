import { prices } from '#messages/selling/prices.ts'
import { messages } from '#web/language.ts'

/** The messages of prices. */
export const t = messages(prices)
