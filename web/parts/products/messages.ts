import { products } from '#locales/en/products.ts'
import { translator } from '#locales/translator.ts'
import { language } from '#web/language.ts'

/** The messages of products. */
export const t = translator(language, products)
