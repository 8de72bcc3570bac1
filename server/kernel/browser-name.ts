import { parse } from 'bowser'

/** Browser and system for display: "Firefox on Linux". Null if the user agent names neither. */
export function nameOfBrowser(userAgent: string | null): string | null {
  if (!userAgent) return null
  const { browser, os } = parse(userAgent)
  const known = [browser.name, os.name].filter((name) => name !== undefined && name !== '')
  return known.length ? known.join(' on ') : null
}
