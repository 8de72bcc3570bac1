import type { AnyRouter } from '@tanstack/react-router'

/**
 * Lets plain links of the design system (`<a href>`) go through the router: a press without modifiers on a link of this site whose path is a screen does not
 * load the page anew, and pointing at it loads its code ahead. Everything else is the browser's.
 */
export function takeLinksOver(router: AnyRouter): void {
  document.addEventListener('click', (event) => {
    const target = screenTarget(router, event.target)
    if (target === null || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return
    event.preventDefault()
    router.history.push(target)
  })
  document.addEventListener('pointerover', (event) => {
    const target = screenTarget(router, event.target)
    if (target !== null && event.pointerType === 'mouse') void router.preloadRoute({ to: target } as never).catch(() => undefined)
  })
}

function screenTarget(router: AnyRouter, from: EventTarget | null): string | null {
  const link = from instanceof Element ? from.closest('a') : null
  if (link === null || link.origin !== location.origin || link.target !== '' || link.hasAttribute('download')) return null
  const isScreen = router.getMatchedRoutes(link.pathname)[2] !== undefined
  return isScreen ? link.pathname + link.search + link.hash : null
}
