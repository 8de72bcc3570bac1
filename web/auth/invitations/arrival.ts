const place = (id: string) => `guildhall.invitation.${id}`

/** Which invitation the address names, and the secret of the mailed link where there is one. */
export interface Arrival {
  readonly id: string
  readonly secret: string | undefined
}

/**
 * What the mailed link brought. The secret moves from the address, which is shown and kept, into this tab, where it outlives signing in and up.
 */
export function arrival(): Arrival {
  const id = location.pathname.split('/')[2] ?? ''
  const query = new URLSearchParams(location.search)
  const brought = query.get('secret')
  if (brought) {
    keep(id, brought)
    query.delete('secret')
    history.replaceState(history.state, '', `${location.pathname}${query.size > 0 ? `?${query}` : ''}`)
  }
  return { id, secret: brought || kept(id) }
}

function kept(id: string): string | undefined {
  try {
    return sessionStorage.getItem(place(id)) ?? undefined
  } catch {
    return undefined
  }
}

function keep(id: string, secret: string): void {
  try {
    sessionStorage.setItem(place(id), secret)
  } catch {
    // A browser that keeps nothing asks to confirm the address by another way.
  }
}

/** The secret has done its work. */
export function forget(id: string): void {
  try {
    sessionStorage.removeItem(place(id))
  } catch {
    // It was not kept.
  }
}
