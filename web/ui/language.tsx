import { createContext, type ReactNode, useContext } from 'react'

/** Every sentence that a part of the design system says by itself; whoever mounts the page brings them. */
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
  | 'back'
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
  | 'selectRow'
  | 'selectAll'
  | 'selected'
  | 'rowActions'
  | 'keyMove'
  | 'keyOpen'
  | 'keySelect'
  | 'keyActs'
  | 'addPair'
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

export interface Language {
  /** BCP 47 tag for Intl; never the browser's own unchecked one. */
  readonly locale: string
  readonly say: (key: PhraseKey, values?: Readonly<Record<string, string | number>>) => string
}

const LanguageContext = createContext<Language | null>(null)

/** Gives the parts below it their language. One per page, outermost. */
export function LanguageProvider({ language, children }: { language: Language; children: ReactNode }) {
  return <LanguageContext value={language}>{children}</LanguageContext>
}

/** The language of the page. Throws outside `LanguageProvider`. */
export function useLanguage(): Language {
  const language = useContext(LanguageContext)
  if (language === null) throw new Error('LanguageProvider is missing above this part')
  return language
}
