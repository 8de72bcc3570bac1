const key = 'guildhall.email'

/** The email that was last typed on these pages, as the default of the next page. Stored in this tab only. */
export function savedEmail(): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

export function saveEmail(email: string): void {
  try {
    sessionStorage.setItem(key, email)
  } catch {
    // Without storage, the user types the email again.
  }
}
