const storageKey = 'impersonator'

/** The administrator who impersonates a user in this browser; the impersonation session holds only their id. */
export interface Impersonator {
  readonly id: string
  readonly name: string
}

/** Stores the administrator before the impersonation starts, so that the banner can name them. */
export function saveImpersonator({ id, name }: Impersonator): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ id, name }))
  } catch {
    // Without storage, the banner calls them "you".
  }
}

/** The name of the administrator with this id, if they were the last to impersonate a user in this browser. */
export function impersonatorName(id: string): string | undefined {
  try {
    const saved = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Partial<Impersonator> | null
    return saved?.id === id ? saved.name : undefined
  } catch {
    return undefined
  }
}
