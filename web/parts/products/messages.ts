import { products } from '#locales/en/products.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'

/** Says the sentences of products. */
export const t = speaker(language, products)
