/** A screen's code did not arrive because the browser has no connection. */
export class ScreenUnreached extends Error {
  override readonly name = 'ScreenUnreached'
}

/**
 * What a failed import of a screen means. With a connection the code was replaced by a newer version, and the router loads the
 * page anew: it knows that error by its words.
 */
export function unreached(cause: unknown): never {
  throw navigator.onLine ? cause : new ScreenUnreached('No connection', { cause })
}
