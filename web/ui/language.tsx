import { createContext, type ReactNode, useContext } from 'react'

/** The keys of the messages that design system components use themselves; the page provides the messages. */
export type PhraseKey =
  | 'copy'
  | 'copied'
  | 'close'
  | 'dismiss'
  | 'cancel'
  | 'discard'
  | 'save'
  | 'clear'
  | 'optional'
  | 'remove'
  | 'unsaved'
  | 'showPassword'
  | 'hidePassword'
  | 'addFilter'
  | 'removeFilter'
  | 'clearFilters'
  | 'previousPage'
  | 'nextPage'
  | 'pageRange'
  | 'pageRangeAtLeast'
  | 'selectRow'
  | 'selectAll'
  | 'selected'
  | 'rowActions'
  | 'keyMove'
  | 'keyOpen'
  | 'keySelect'
  | 'keyActions'
  | 'addPair'
  | 'reorder'
  | 'place'
  | 'pairKey'
  | 'pairValue'
  | 'chartTable'
  | 'failedTitle'
  | 'failedText'
  | 'tryAgain'
  | 'requestId'
  | 'forbiddenTitle'
  | 'forbiddenText'
  | 'typeToConfirm'
  | 'notifications'
  | 'justNow'
  | 'currentStep'
  | 'fields'
  | 'items'
  | 'actionsTitle'
  | 'loading'
  | 'offlineTitle'
  | 'offlineText'
  | 'noOptions'
  | 'moreOptions'

export interface Language {
  /** The BCP 47 tag for Intl; never taken from the browser unchecked. */
  readonly locale: string
  readonly translate: (key: PhraseKey, values?: Readonly<Record<string, string | number>>) => string
}

const LanguageContext = createContext<Language | null>(null)

/** Provides the language to the components below. One per page, outermost. */
export function LanguageProvider({ language, children }: { language: Language; children: ReactNode }) {
  return <LanguageContext value={language}>{children}</LanguageContext>
}

/** The language of the page. Throws outside `LanguageProvider`. */
export function useLanguage(): Language {
  const language = useContext(LanguageContext)
  if (language === null) throw new Error('LanguageProvider is missing above this component')
  return language
}
