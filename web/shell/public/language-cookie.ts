import { LANGUAGE_COOKIE, LANGUAGE_COOKIE_SECONDS, type Language } from '#kernel/language/languages.ts'

/** Sets the cookie by which the server chooses the language of pages in this browser. */
export function setLanguageCookie(language: Language): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser that is supported has the Cookie Store API.
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${LANGUAGE_COOKIE_SECONDS}; samesite=lax${secure}`
}
