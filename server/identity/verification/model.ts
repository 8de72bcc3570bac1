/** The purpose of a one-time token. A token is valid for one purpose only. */
export type Purpose = 'verify-email' | 'change-email' | 'reset-password' | 'delete-user' | 'oauth-state' | 'linked-account-state'

/** The user and the stored details of a valid one-time token. */
export interface TokenDetails {
  readonly userId: string | null
  readonly details: Readonly<Record<string, string | null>>
}
