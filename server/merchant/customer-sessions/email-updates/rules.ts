// Changes of a customer's address, and the way back. Pure.

/** Lifetime of the link to a new address, in seconds. */
export const CHANGE_SECONDS = 3600
/** Lifetime of the link that takes a change back, in seconds: its reader may be on holiday. */
export const RETURN_SECONDS = 7 * 86_400
/** The characters of the secret of either link. */
export const SECRET_LENGTH = 43

/** A link by which a customer gets a former address back. */
export interface EmailReturn {
  readonly id: string
  readonly organizationId: string
  readonly customerId: string
  /** The former address, folded. */
  readonly email: string
  /** The address that took its place, folded. */
  readonly replacedBy: string
}

/**
 * Whether a link still takes its change back. `links` are those of the customer that are left, oldest first: the last one names the address that
 * the customer has, unless the merchant has given them another one since, which stays.
 */
export function mayReturn(link: Pick<EmailReturn, 'id'>, links: readonly EmailReturn[], presentEmail: string): boolean {
  return links.some(({ id }) => id === link.id) && links.at(-1)?.replacedBy === presentEmail
}
