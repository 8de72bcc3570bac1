import type { OfferedProvider } from '#client/index.ts'
import { locale } from '#web/language.ts'
import { providerName } from '#web/parts/providers/name.ts'

/** The name of a provider: as the server offers it, else as it is known, else its id. */
export const nameOf = (id: string, offered: readonly OfferedProvider[]): string =>
  offered.find((provider) => provider.id === id)?.name ?? providerName(id) ?? id

/** "a, b and c". */
export const listed = (words: readonly string[]): string => new Intl.ListFormat(locale).format(words)
