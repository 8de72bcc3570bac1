import { parse } from 'bowser'

/** A browser and system as people name them: "Firefox on Linux". Null where the text tells neither. */
export function nameOfBrowser(userAgent: string | null): string | null {
  if (!userAgent) return null
  const { browser, os } = parse(userAgent)
  const known = [browser.name, os.name].filter((name) => name !== undefined && name !== '')
  return known.length ? known.join(' on ') : null
}
