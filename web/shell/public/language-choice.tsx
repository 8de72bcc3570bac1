import { createRoot } from 'react-dom/client'
import { languages, type OfferedLanguage, offeredLanguages } from '#kernel/language/languages.ts'
import { languageSwitch } from '#messages/shell/language-switch.ts'
import { language, messages } from '#web/language.ts'
import { setLanguageCookie } from './language-cookie.ts'
import { restoreTyped, storeTyped } from './typed-values.ts'

const t = messages(languageSwitch)

function choose(chosen: OfferedLanguage): void {
  storeTyped()
  setLanguageCookie(chosen)
  location.reload()
}

const roots = new WeakMap<HTMLElement, ReturnType<typeof createRoot>>()

/**
 * Shows the offered languages in an element of the page, each by its own name. A choice loads the page anew in it, with what was typed apart
 * from secrets. It is a tree of its own, so that the scripts of the page contain nothing of it.
 */
export function showLanguages(element: HTMLElement): void {
  // A page in a frame of another site neither gets nor sets the cookie.
  if (window.top !== window.self) return
  const root = roots.get(element) ?? createRoot(element)
  roots.set(element, root)
  root.render(<LanguageChoice />)
  restoreTyped()
}

function LanguageChoice() {
  return (
    <nav aria-label={t('label')} className="flex flex-wrap justify-center gap-x-12 gap-y-4 text-caption text-muted">
      {offeredLanguages.map((code) => (
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
