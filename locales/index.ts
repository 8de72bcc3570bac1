import { type OfferedLanguage, offeredLanguages } from '#kernel/language/languages.ts'
import { messages as en } from './en/index.ts'
import type { Messages } from './translator.ts'

/** All messages of a language. Write each file of `locales/<language>/` as `export const auth: Language['auth'] = {…}`. */
export type Language = Messages<typeof en>

type Folder = { readonly messages: Language }

/** The messages of every offered language, for the server. The web app imports single files: `#messages/auth.ts`. */
export const languages = Object.fromEntries(
  await Promise.all(offeredLanguages.map(async (code) => [code, ((await import(`./${code}/index.ts`)) as Folder).messages] as const)),
) as Readonly<Record<OfferedLanguage, Language>>

export { en }
