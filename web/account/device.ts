import { parse } from 'bowser'

/** A browser as its person names it: "Firefox" and "Linux"; null where its text tells neither. `isHandheld` for phones and tablets. */
export function deviceOf(userAgent: string | null): { readonly name: string | null; readonly isHandheld: boolean } {
  if (!userAgent) return { name: null, isHandheld: false }
  const { browser, os, platform } = parse(userAgent)
  const known = [browser.name, os.name].filter((name) => name !== undefined && name !== '')
  return { name: known.length > 0 ? known.join(' on ') : null, isHandheld: platform.type === 'mobile' || platform.type === 'tablet' }
}
