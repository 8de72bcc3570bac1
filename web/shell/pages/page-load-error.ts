/** The code of a page did not load because the browser is offline. */
export class PageLoadError extends Error {
  override readonly name = 'PageLoadError'
}

/**
 * Handles a failed import of a page. If the browser is online, a newer version has replaced the code: the router recognizes the original
 * error by its message and reloads the document. If it is offline, throws `PageLoadError`.
 */
export function rethrowLoadError(cause: unknown): never {
  throw navigator.onLine ? cause : new PageLoadError('No connection', { cause })
}
