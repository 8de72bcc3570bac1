import { priceForm } from '#messages/products/price-form.ts'
import { messages } from '#web/language.ts'

/** The messages of the form of prices. */
export const t = messages(priceForm)
