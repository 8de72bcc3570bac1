const key = 'guildhall.lastProvider'

/** The provider of the last sign-in attempt in this browser; null if unknown. Only a hint for the order of the buttons. */
export function lastUsed(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function saveLastUsed(id: string): void {
  try {
    localStorage.setItem(key, id)
  } catch {
    // Without storage, the providers keep the server's order.
  }
}

/** Clears the hint after a sign-in with this provider failed. */
export function clearLastUsed(id: string): void {
  try {
    if (localStorage.getItem(key) === id) localStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}
