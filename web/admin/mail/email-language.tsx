import { buyerLanguages, DEFAULT_LANGUAGE, isBuyerLanguage, isOffered, languages } from '#kernel/language/languages.ts'
import { language } from '#web/language.ts'
import { usePageSearch } from '#web/shell/pages/page-search.ts'
import { Select } from '#web/ui/inputs/select.tsx'
import type { mailSearch } from '../search.ts'
import { t } from './messages.ts'

const own = isOffered(language) ? language : DEFAULT_LANGUAGE

/** The language of the previews, from the URL search: by default that of the page. */
export function useEmailLanguage() {
  const { at, set } = usePageSearch<typeof mailSearch>()
  return { locale: isBuyerLanguage(at.locale) ? at.locale : own, set }
}

/** Switches the language of the previews, to one of `locales`: by default to any. */
export function EmailLanguage({ locales = buyerLanguages }: { locales?: readonly string[] }) {
  const { locale, set } = useEmailLanguage()
  return (
    <Select
      aria-label={t('language')}
      onChange={({ target: { value } }) => set({ locale: value === own ? undefined : value })}
      value={locale}
    >
      {buyerLanguages
        .filter((code) => locales.includes(code))
        .map((code) => (
          <option key={code} lang={code} value={code}>
            {languages[code].name}
          </option>
        ))}
    </Select>
  )
}
