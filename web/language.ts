import { tagOf } from '#locales/tag.ts'
import { type Translate, translator } from '#locales/translator.ts'
import { ui } from '#messages/ui.ts'
import type { Language } from './ui/language.tsx'

/** The language of the page. The server writes it to `<html lang>`, with the scripts that contain its messages. */
export const language = globalThis.document?.documentElement.lang ?? 'en'

/** The tag for formatting dates, numbers and amounts. */
export const locale = tagOf(language)

/**
 * Creates the translate function of a tree of messages: `messages(products)` with `import { products } from '#messages/selling/products.ts'`. Such
 * an import is typed by English; the web build for a language takes it from the folder of that language.
 */
export const messages = <const T>(tree: T): Translate<T> => translator(language, tree)

const t = messages(ui)

/** The messages of the design system on a public page. A test checks that the components used there need no others. */
export const uiLanguage: Language = { locale, translate: (key, values) => t.find(key, values) ?? key }
