/** The eight languages: code, the number by which providers know it, and its own name. English first: it is the type of all others. */
export const languages = {
  en: { wire: 3, name: 'English' },
  de: { wire: 6, name: 'Deutsch' },
  es: { wire: 4, name: 'Español' },
  fr: { wire: 16, name: 'Français' },
  pl: { wire: 15, name: 'Polski' },
  ru: { wire: 0, name: 'Русский' },
  tr: { wire: 82, name: 'Türkçe' },
  uk: { wire: 1, name: 'Українська' },
} as const

export type Language = keyof typeof languages

export const DEFAULT_LANGUAGE: Language = 'en'

/** The language with this number, or null. */
export function languageOfWire(number: number): Language | null {
  const found = Object.entries(languages).find(([, language]) => language.wire === number)
  return found ? (found[0] as Language) : null
}

/** The best of the offered languages for an `Accept-Language` header; English when none fits or the header is unreadable. */
export function preferredLanguage(header: string | undefined, offered: readonly Language[]): Language {
  const wishes = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part, index) => {
      const [tag = '', weight] = part.trim().split(/\s*;\s*q=/)
      return { code: tag.toLowerCase().split('-')[0] ?? '', weight: weight === undefined ? 1 : Number(weight), index }
    })
    .filter((wish) => wish.weight > 0)
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
  return wishes.flatMap((wish) => offered.filter((language) => language === wish.code))[0] ?? DEFAULT_LANGUAGE
}
