import type { ProviderSummary } from '#client/index.ts'
import { locale } from '#web/language.ts'
import { providerName } from '#web/parts/providers/name.ts'

/** A provider's name from the server, otherwise its known name, otherwise its id. */
export const nameOf = (id: string, offered: readonly ProviderSummary[]): string =>
  offered.find((provider) => provider.id === id)?.name ?? providerName(id) ?? id

/** Formats a list: "a, b and c". */
export const formatList = (items: readonly string[]): string => new Intl.ListFormat(locale).format(items)
