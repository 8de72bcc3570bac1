import { z } from 'zod'
import { invitationStatuses } from '#identity/organizations/model.ts'
import { invitation, member, toInvitationWire } from '#identity/organizations/wire.ts'
import { addressInput } from '#identity/users/wire.ts'
import { added, id, integerText, namedId } from '#platform/http/wire-parts.ts'
import { LISTED_MAXIMUM, type ShownInvitation } from './model.ts'

const ROLE_MAXIMUM = 1000
const ROLES_MAXIMUM = 25
const SECRET_MAXIMUM = 200
const OFFSET_MAXIMUM = 1_000_000

const role = z.string().max(ROLE_MAXIMUM)
const secret = z
  .string()
  .max(SECRET_MAXIMUM)
  .optional()
  .meta(added('The `secret` of the mailed link: it proves that the invited address is the caller’s.'))

/** Who is invited, and as what. */
export const inviteMemberBody = z.object({
  email: addressInput,
  role: z
    .union([role, z.array(role).max(ROLES_MAXIMUM)])
    .meta({ description: 'One role or several; a text may hold several, comma-joined.' }),
  organizationId: namedId.nullish().meta({ description: 'The active organization unless told.' }),
  resend: z.boolean().optional().meta({ description: 'Mails an invitation that is open again, with a new link and a new end.' }),
  teamId: namedId.nullish(),
})

/** Which invitation, by whoever it is for. */
export const answerBody = z.object({ invitationId: namedId, secret })

/** Which invitation. */
export const cancelBody = z.object({ invitationId: namedId })

/** Which invitation is looked at. */
export const getInvitationQuery = z.object({ id: namedId, secret })

/** Which invitation is looked at by whoever has the mailed link and is not signed in. */
export const previewQuery = z.object({ id: namedId, secret: z.string().max(SECRET_MAXIMUM) })

/** Whose link. */
export const linkQuery = z.object({ id: namedId })

/** Whose invitations, and which of them. */
export const listQuery = z.object({
  organizationId: namedId.optional().meta({ description: 'The active organization unless told.' }),
  status: z.enum(invitationStatuses).optional().meta(added('Only those of this status; one that is over is pending still.')),
  limit: integerText(1, LISTED_MAXIMUM)
    .optional()
    .meta({ ...added('How many at most.'), default: String(LISTED_MAXIMUM) }),
  offset: integerText(0, OFFSET_MAXIMUM)
    .optional()
    .meta({ ...added('How many of the latest are left out.'), default: '0' }),
})

/** The invitation and the membership that came of it. */
export const acceptedAnswer = z.object({ invitation, member })

/** The invitation, of which no membership came. */
export const rejectedAnswer = z.object({ invitation, member: z.null() })

/** An invitation as its recipient sees it. */
export const shownInvitation = invitation
  .extend({ organizationName: z.string(), organizationSlug: z.string(), inviterEmail: z.string() })
  .meta({ id: 'ShownInvitation' })

/** What the mailed link shows before anybody is signed in. */
export const preview = z
  .object({
    id,
    email: z.string(),
    role: z.string(),
    organizationName: z.string(),
    inviterEmail: z.string(),
    expiresAt: invitation.shape.expiresAt,
  })
  .meta({ id: 'InvitationPreview' })

/** The page of an invitation, to be handed on. */
export const link = z.object({ url: z.url() })

/** The invitation with where it leads and whom it is from. */
export function toShownInvitationWire(from: ShownInvitation): z.output<typeof shownInvitation> {
  const { organizationName, organizationSlug, inviterEmail } = from
  return { ...toInvitationWire(from), organizationName, organizationSlug, inviterEmail }
}

/** What somebody who is not signed in is shown. */
export function toPreviewWire(from: ShownInvitation): z.output<typeof preview> {
  const { organizationName, inviterEmail } = from
  const { id: invitationId, email, role: roles, expiresAt } = toInvitationWire(from)
  return { id: invitationId, email, role: roles, organizationName, inviterEmail, expiresAt }
}
