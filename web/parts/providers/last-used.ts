const key = 'guildhall.lastProvider'

/** The provider by which somebody last went to sign in from this browser; null where none is known. It is a hint and nothing more. */
export function lastUsed(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function keepLastUsed(id: string): void {
  try {
    localStorage.setItem(key, id)
  } catch {
    // A browser that keeps nothing shows the providers in the server's order.
  }
}

/** The way by this provider did not lead in: it is not what one would use again. */
export function forgetLastUsed(id: string): void {
  try {
    if (localStorage.getItem(key) === id) localStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
