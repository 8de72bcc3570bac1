const home = '/dashboard'
const welcome = '/welcome'
const samePage = /^\/(?!\/|\\)/

/** Where to go after signing in: where one wanted to go, else the dashboard. */
export const nextPage = (search: string, origin: string): string => wantedPage(search, origin) ?? home

/**
 * Where somebody goes who has an account since just now: where they wanted to go (an invitation, a checkout), else to where an
 * organization is joined or made. Nobody new has a dashboard yet.
 */
export function firstPage(search: string, origin: string): string {
  const wanted = wantedPage(search, origin)
  return wanted === undefined || /^\/dashboard\b/.test(wanted) ? welcome : wanted
}

/** Where one wanted to go: `?next=` of `search` if it is a path of this site. Never back to a sign-in page. */
function wantedPage(search: string, origin: string): string | undefined {
  const wanted = new URLSearchParams(search).get('next') ?? ''
  if (!samePage.test(wanted)) return undefined
  // A browser drops tabs and line ends inside an address, so the rule alone would let `/<tab>/elsewhere` through.
  const target = URL.parse(wanted, origin)
  if (target === null || target.origin !== origin || /^\/sign-(in|up)\b/.test(target.pathname)) return undefined
  // What is left of `/..//elsewhere` would lead there.
  if (target.pathname.startsWith('//')) return undefined
  return target.pathname + target.search + target.hash
}

/** The sign-in page that leads back to where somebody is. */
export const signInPage = (at: { pathname: string; search: string }): string =>
  `/sign-in?${new URLSearchParams({ next: at.pathname + at.search })}`
