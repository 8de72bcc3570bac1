import { buyerLanguages, type Language as Code, type OfferedLanguage, offeredLanguages } from '#kernel/language/languages.ts'
import type { buyers } from './en/buyers.ts'
import { messages as en } from './en/index.ts'
import type { Messages } from './translator.ts'

/** All messages of a language. Write each file of `locales/<language>/` as `export const auth: Messages<typeof en> = {…}`. */
export type Language = Messages<typeof en>

/** The messages of a language for buyers and customers. */
export type BuyerLanguage = Messages<typeof buyers>

/** The messages of every language that users can choose, for the server. The web app imports single files: `#messages/auth.ts`. */
export const languages = await load<OfferedLanguage, Language>(
  offeredLanguages,
  async (code) => ((await import(`./${code}/index.ts`)) as { readonly messages: Language }).messages,
)

/** The messages of every language of buyers and customers, for the server. */
export const buyerMessages = await load<Code, BuyerLanguage>(
  buyerLanguages,
  async (code) => ((await import(`./${code}/buyers.ts`)) as { readonly buyers: BuyerLanguage }).buyers,
)

async function load<C extends Code, T>(codes: readonly C[], of: (code: C) => Promise<T>): Promise<Readonly<Record<C, T>>> {
  return Object.fromEntries(await Promise.all(codes.map(async (code) => [code, await of(code)] as const))) as Record<C, T>
}

export { en }
