const place = 'borrower'

/** Who acts as somebody else in this browser; the borrowed session itself knows their id alone. */
export interface Borrower {
  readonly id: string
  readonly name: string
}

/** Keeps who it is before they borrow a session, so that the line above every page can name them. */
export function rememberBorrower({ id, name }: Borrower): void {
  try {
    localStorage.setItem(place, JSON.stringify({ id, name }))
  } catch {
    // A browser that keeps nothing calls them "you".
  }
}

/** The name of the administrator of that id, if it was they who borrowed here last. */
export function borrowerName(id: string): string | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? 'null') as Partial<Borrower> | null
    return kept?.id === id ? kept.name : undefined
  } catch {
    return undefined
  }
}
