/** What a one-time value is good for. A value of one purpose is unknown to every other. */
export type Purpose = 'verify-email' | 'change-email' | 'reset-password' | 'delete-user' | 'oauth-state'

/** A one-time value that lives: whose it is and what was kept with it. */
export interface Issued {
  readonly userId: string | null
  readonly details: Readonly<Record<string, string | null>>
}
