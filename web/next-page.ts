const home = '/dashboard'
const samePage = /^\/(?!\/|\\)/

/** Where to go after signing in: `?next=` of `search` if it is a path of this site, else the dashboard. Never back to a sign-in page. */
export function nextPage(search: string, origin: string): string {
  const wanted = new URLSearchParams(search).get('next') ?? ''
  if (!samePage.test(wanted)) return home
  // A browser drops tabs and line ends inside an address, so the rule alone would let `/<tab>/elsewhere` through.
  const target = URL.parse(wanted, origin)
  if (target === null || target.origin !== origin || /^\/sign-(in|up)\b/.test(target.pathname)) return home
  return target.pathname + target.search + target.hash
}

/** The sign-in page that leads back to where somebody is. */
export const signInPage = (at: { pathname: string; search: string }): string =>
  `/sign-in?${new URLSearchParams({ next: at.pathname + at.search })}`
