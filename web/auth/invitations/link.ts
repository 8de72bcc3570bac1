const storageKey = (id: string) => `guildhall.invitation.${id}`

/** The invitation in the path, and the secret of the emailed link if there is one. */
export interface InvitationLink {
  readonly id: string
  readonly secret: string | undefined
}

/** Reads the emailed link. Moves the secret from the visible URL into the storage of this tab, where it outlives a sign-in or sign-up. */
export function readInvitationLink(): InvitationLink {
  const id = location.pathname.split('/')[2] ?? ''
  const query = new URLSearchParams(location.search)
  const linkSecret = query.get('secret')
  if (linkSecret) {
    saveSecret(id, linkSecret)
    query.delete('secret')
    history.replaceState(history.state, '', `${location.pathname}${query.size > 0 ? `?${query}` : ''}`)
  }
  return { id, secret: linkSecret || savedSecret(id) }
}

function savedSecret(id: string): string | undefined {
  try {
    return sessionStorage.getItem(storageKey(id)) ?? undefined
  } catch {
    return undefined
  }
}

function saveSecret(id: string, secret: string): void {
  try {
    sessionStorage.setItem(storageKey(id), secret)
  } catch {
    // Without storage, the user verifies the email in another way.
  }
}

/** Removes the secret after its use. */
export function clearSecret(id: string): void {
  try {
    sessionStorage.removeItem(storageKey(id))
  } catch {
    // It was not stored.
  }
}
