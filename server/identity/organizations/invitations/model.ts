import { invitationColumns, invitationStatuses } from '#identity/organizations/model.ts'
import { type Model, text } from '#platform/resource/columns.ts'

/** The columns of an invitation, with the digest of its secret (`secretDigest`). */
export const storedInvitationColumns = { ...invitationColumns, digest: text().storedAs('secret_digest').private() } as const

/** The states of an invitation as its organization sees them: a pending one expires without a change of its status. */
export const invitationStates = [...invitationStatuses, 'expired'] as const

/** An invitation with the digest of its secret; only the mailed link carries the secret itself. */
export type StoredInvitation = Model<typeof storedInvitationColumns>

/** An invitation with what decides how its recipient is verified. */
export interface AnsweredInvitation extends StoredInvitation {
  /** The account of the invited email was verified by a link that was opened without its session: it has to show the mailed secret. */
  readonly isRecipientUnattended: boolean
}

/** An invitation as its recipient sees it. */
export interface InvitationView extends AnsweredInvitation {
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
