import { createRoot } from 'react-dom/client'
import { buyerLanguages, type Language, languages, offeredLanguages } from '#kernel/language/languages.ts'
import { languageSwitch } from '#messages/shell/language-switch.ts'
import { language, messages } from '#web/language.ts'
import { setLanguageCookie } from './language-cookie.ts'
import type { Readers } from './language-switch.tsx'
import { restoreTyped, storeTyped } from './typed-values.ts'

const t = messages(languageSwitch)
const offered: Readonly<Record<Readers, readonly Language[]>> = { users: offeredLanguages, buyers: buyerLanguages }

function choose(chosen: Language): void {
  storeTyped()
  setLanguageCookie(chosen)
  location.reload()
}

const roots = new WeakMap<HTMLElement, ReturnType<typeof createRoot>>()

/**
 * Shows the languages of a page in an element, each by its own name; its `data-readers` says to whom the page speaks. A choice loads the
 * page anew in it, with what was typed apart from secrets. It is a tree of its own, so that the scripts of the page contain nothing of it.
 */
export function showLanguages(element: HTMLElement): void {
  // A page in a frame of another site neither gets nor sets the cookie.
  if (window.top !== window.self) return
  const root = roots.get(element) ?? createRoot(element)
  roots.set(element, root)
  root.render(<LanguageChoice readers={element.dataset['readers'] as Readers} />)
  restoreTyped()
}

function LanguageChoice({ readers }: { readers: Readers }) {
  return (
    <nav aria-label={t('label')} className="flex flex-wrap justify-center gap-x-12 gap-y-4 text-caption text-muted">
      {offered[readers].map((code) => (
        <button
          aria-current={code === language ? 'true' : undefined}
          className="rounded-key underline decoration-current/40 hover:text-text aria-[current]:no-underline pointer-coarse:min-h-32"
          key={code}
          lang={code}
          onClick={() => code !== language && choose(code)}
          translate="no"
          type="button"
        >
          {languages[code].name}
        </button>
      ))}
    </nav>
  )
}
