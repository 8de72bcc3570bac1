import { DEFAULT_LANGUAGE, isOffered, languages, offeredLanguages } from '#kernel/language/languages.ts'
import { language } from '#web/language.ts'
import { usePageSearch } from '#web/shell/pages/page-search.ts'
import { Segmented } from '#web/ui/display/segmented.tsx'
import type { mailSearch } from '../search.ts'
import { t } from './messages.ts'

const own = isOffered(language) ? language : DEFAULT_LANGUAGE

/** The language of the previews, from the URL search: by default that of the page. */
export function useEmailLanguage() {
  const { at, set } = usePageSearch<typeof mailSearch>()
  return { locale: isOffered(at.locale) ? at.locale : own, set }
}

/** Switches the language of the previews. */
export function EmailLanguage() {
  const { locale, set } = useEmailLanguage()
  return (
    <Segmented
      label={t('language')}
      onChange={(value) => set({ locale: value === own ? undefined : value })}
      options={offeredLanguages.map((value) => ({ value, label: languages[value].name }))}
      value={locale}
    />
  )
}
