import { type OfferedLanguage, offeredLanguages } from '#kernel/language/languages.ts'
import { complete } from './complete.ts'
import { messages as en } from './en/index.ts'
import type { Messages, Translation } from './translator.ts'

/** All messages of a language. A message that its folder lacks is English. */
export type Language = Messages<typeof en>

type Folder = { readonly messages: Translation<typeof en> }

/** The messages of every offered language, for the server. The web app imports single files: `#messages/auth.ts`. */
export const languages = Object.fromEntries(
  await Promise.all(
    offeredLanguages.map(async (code) => [code, complete(en, ((await import(`./${code}/index.ts`)) as Folder).messages)] as const),
  ),
) as Readonly<Record<OfferedLanguage, Language>>

export { en }
