import type { Invitation } from '#identity/organizations/model.ts'

/** An invitation with the digest of its secret; only the mailed link carries the secret itself. */
export interface StoredInvitation extends Invitation {
  /** Digest of the secret: `secretDigest`. */
  readonly digest: string
}

/** An invitation as its recipient sees it. */
export interface InvitationView extends StoredInvitation {
  readonly organizationName: string
  readonly organizationSlug: string
  readonly inviterEmail: string
  /** Whether the inviter is still a member of the organization. */
  readonly isInviterMember: boolean
}

/** Length of a secret: 32 of 62 characters are 190 bits. */
export const SECRET_LENGTH = 32

/** The purpose for which secrets are sealed until they are mailed. */
export const SECRET_SEAL = 'invitation'

/** Maximum and default page size of invitations. */
export const LISTED_MAXIMUM = 100
