import type { Messages, Translation } from './translator.ts'

const PLURAL = /^(.*)_(?:zero|one|two|few|many)$/

/** A translation with the English message wherever it has none. Keys that English lacks are left out, except further plural forms. */
export function complete<T extends object>(english: T, translation: Translation<T> | undefined): Messages<T> {
  return completed(english, translation) as Messages<T>
}

function completed(english: object, translation: unknown): object {
  const translated = (typeof translation === 'object' && translation !== null ? translation : {}) as Readonly<Record<string, unknown>>
  const further = Object.entries(translated).filter(([key]) => !(key in english) && `${PLURAL.exec(key)?.[1]}_other` in english)
  const own = Object.entries(english).map(([key, message]): [string, unknown] => {
    if (typeof message === 'string') return [key, typeof translated[key] === 'string' ? translated[key] : message]
    return [key, completed(message as object, translated[key])]
  })
  return Object.fromEntries([...own, ...further])
}
