const home = '/dashboard'
const welcome = '/welcome'
const samePage = /^\/(?!\/|\\)/

/** The page to open after a sign-in: the requested page, otherwise the dashboard. */
export const nextPage = (search: string, origin: string): string => requestedPage(search, origin) ?? home

/**
 * The page to open after a sign-up: the requested page (an invitation, a checkout), otherwise the page where the user joins or creates an
 * organization. A new user has no dashboard yet.
 */
export function firstPage(search: string, origin: string): string {
  const requested = requestedPage(search, origin)
  return requested === undefined || /^\/dashboard\b/.test(requested) ? welcome : requested
}

/** The requested page: `?next=` of `search` if it is a path of this site. Never a sign-in page. */
export function requestedPage(search: string, origin: string): string | undefined {
  const requested = new URLSearchParams(search).get('next') ?? ''
  if (!samePage.test(requested)) return undefined
  // A browser removes tabs and line breaks inside a URL, so the pattern alone would accept `/<tab>/elsewhere`.
  const target = URL.parse(requested, origin)
  if (target === null || target.origin !== origin || /^\/sign-(in|up)\b/.test(target.pathname)) return undefined
  // `/..//elsewhere` resolves to `//elsewhere`, which is another host.
  if (target.pathname.startsWith('//')) return undefined
  return target.pathname + target.search + target.hash
}

/** The sign-in page that returns to `at` after the sign-in. */
export const signInPage = (at: { pathname: string; search: string }): string =>
  `/sign-in?${new URLSearchParams({ next: at.pathname + at.search })}`
