// Where in the portal the customer is. Ten pages need no router: a path below `/portal/{slug}` names the page.
import { useSyncExternalStore } from 'react'

const [, , encoded = ''] = location.pathname.split('/')

/** The slug of the organization; an invalid escape is an unknown organization. */
export const slug = decoded(encoded)

/** The path of the portal, without a slash at its end. */
export const base = `/portal/${encoded}`

const listeners = new Set<() => void>()
let moves = 0

/** Whether the customer has moved within the portal: from then on a new page focuses its heading. */
export const hasMoved = (): boolean => moves > 0

function onMove(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('popstate', listener)
  }
}

/** The path below the portal, such as `/orders/{id}`; empty for the overview. */
export const usePath = (): string => useSyncExternalStore(onMove, () => location.pathname.slice(base.length).replace(/\/+$/, ''))

/** The address of a page of the portal. */
export const hrefOf = (path: string): string => `${base}${path}`

/** Opens a page of the portal; `path` is below it. */
export function go(path: string): void {
  moves += 1
  history.pushState(null, '', hrefOf(path))
  scrollTo(0, 0)
  for (const each of listeners) each()
}

/** Takes a query out of the address. */
export function dropQuery(): void {
  history.replaceState(null, '', location.pathname + location.hash)
}

/** Lets plain links within the portal open without loading the document anew. */
export function interceptLinks(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link === null || link.origin !== location.origin || link.target !== '' || link.hasAttribute('download')) return
    // A place on the same page is the browser's own matter, such as the link over the navigation.
    if (link.hash !== '' && link.pathname === location.pathname) return
    if (link.pathname !== base && !link.pathname.startsWith(`${base}/`)) return
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(link.pathname.slice(base.length) + link.search + link.hash)
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
