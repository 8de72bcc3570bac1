import type { AnyRouter } from '@tanstack/react-router'

/**
 * Routes plain links (`<a href>`) through the router: a click without modifiers on a link whose path is a page of this app does not reload
 * the document, and hovering over it preloads the code. The browser handles all other links.
 */
export function interceptLinks(router: AnyRouter): void {
  document.addEventListener('click', (event) => {
    const target = pageTarget(router, event.target)
    if (target === null || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return
    event.preventDefault()
    router.history.push(target)
  })
  document.addEventListener('pointerover', (event) => {
    const target = pageTarget(router, event.target)
    if (target !== null && event.pointerType === 'mouse') void router.preloadRoute({ to: target } as never).catch(() => undefined)
  })
}

function pageTarget(router: AnyRouter, from: EventTarget | null): string | null {
  const link = from instanceof Element ? from.closest('a') : null
  if (link === null || link.origin !== location.origin || link.target !== '' || link.hasAttribute('download')) return null
  const isPage = router.getMatchedRoutes(link.pathname)[2] !== undefined
  return isPage ? link.pathname + link.search + link.hash : null
}
