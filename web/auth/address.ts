const key = 'guildhall.address'

/** The address that was typed last on these pages: the next of them begins with it. It stays in this tab and ends with it. */
export function keptAddress(): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

export function keepAddress(address: string): void {
  try {
    sessionStorage.setItem(key, address)
  } catch {
    // A browser that keeps nothing asks for the address again.
  }
}
