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

const organizationKey = (id: string) => `guildhall.invitation.organization.${id}`

/** Keeps the name of the organization for the sign-in and sign-up pages, which say where they lead. */
export function saveOrganization(id: string, name: string): void {
  try {
    sessionStorage.setItem(organizationKey(id), name)
  } catch {
    // Without storage, those pages say that there is an invitation.
  }
}

/** The name of the organization that invites; undefined if it is unknown in this tab. */
export function savedOrganization(id: string): string | undefined {
  try {
    return sessionStorage.getItem(organizationKey(id)) ?? undefined
  } catch {
    return undefined
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
