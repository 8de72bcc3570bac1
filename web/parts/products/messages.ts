import { products } from '#messages/selling/products.ts'
import { messages } from '#web/language.ts'

/** The messages of products. */
export const t = messages(products)
