import type { Invitation } from '#identity/organizations/model.ts'
import type { Roles } from '#kernel/access.ts'

/** An invitation with what is kept of its secret, which the mailed link alone carries. */
export interface StoredInvitation extends Invitation {
  /** Digest of the secret, as `secretDigest` makes it. */
  readonly digest: string
}

/** An invitation as the person whom it is for sees it. */
export interface ShownInvitation extends StoredInvitation {
  readonly organizationName: string
  readonly organizationSlug: string
  readonly inviterEmail: string
  /** Whether whoever invited still belongs to the organization. */
  readonly isInviterMember: boolean
}

/** What decides what a member may do: their role, and what the roles of their organization are. */
export interface Standing {
  readonly member: { readonly role: string }
  readonly roles: Roles
}

/** Characters of a secret: 32 of 62 are 190 bits. */
export const SECRET_LENGTH = 32

/** The purpose for which secrets are sealed until they are mailed. */
export const SECRET_SEAL = 'invitation'

/** Invitations that a page of a list shows at most, and unless told. */
export const LISTED_MAXIMUM = 100
