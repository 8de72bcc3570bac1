import { parse } from 'bowser'

/**
 * Browser and operating system of a User-Agent, as in "Firefox on Linux"; null if neither is known. `isHandheld` for phones and tablets.
 */
export function deviceOf(userAgent: string | null): { readonly name: string | null; readonly isHandheld: boolean } {
  if (!userAgent) return { name: null, isHandheld: false }
  const { browser, os, platform } = parse(userAgent)
  const known = [browser.name, os.name].filter((name) => name !== undefined && name !== '')
  return { name: known.length > 0 ? known.join(' on ') : null, isHandheld: platform.type === 'mobile' || platform.type === 'tablet' }
}
