import { z } from 'zod'
import { invitation, member, toInvitationWire } from '#identity/organizations/wire.ts'
import { emailInput } from '#identity/users/wire.ts'
import { added, id, namedId } from '#platform/http/wire-parts.ts'
import type { InvitationView } from './model.ts'

const ROLE_MAXIMUM = 1000
const ROLES_MAXIMUM = 25
const SECRET_MAXIMUM = 200

const role = z.string().max(ROLE_MAXIMUM)
const secret = z
  .string()
  .max(SECRET_MAXIMUM)
  .optional()
  .meta(added('The `secret` of the mailed link: it verifies that the invited email is the caller’s.'))

/** The invited email, and its role and team. */
export const inviteMemberBody = z.object({
  email: emailInput,
  role: z
    .union([role, z.array(role).max(ROLES_MAXIMUM)])
    .meta({ description: 'One role or several; a string may contain several, comma-joined.' }),
  organizationId: namedId.nullish().meta({ description: 'Default: the active organization.' }),
  resend: z.boolean().optional().meta({ description: 'Mails an open invitation again, with a new link and a new expiry.' }),
  teamId: z
    .union([namedId, z.array(namedId).max(1, 'A member is in at most one team')])
    .nullish()
    .meta({ description: 'A team, alone or in a list of one.' }),
})

/** The invitation that its recipient answers. */
export const answerBody = z.object({ invitationId: namedId, secret })

/** The invitation to cancel. */
export const cancelBody = z.object({ invitationId: namedId })

/** The invitation to read. */
export const getInvitationQuery = z.object({ id: namedId, secret })

/** The invitation that an anonymous caller with the mailed link reads. */
export const previewQuery = z.object({ id: namedId, secret: z.string().max(SECRET_MAXIMUM) })

/** The invitation of the link. */
export const linkQuery = z.object({ id: namedId })

/** The accepted invitation and the new membership. */
export const acceptedAnswer = z.object({ invitation, member })

/** The rejected invitation, without a membership. */
export const rejectedAnswer = z.object({ invitation, member: z.null() })

/** An invitation as its recipient sees it. */
export const invitationView = invitation
  .extend({ organizationName: z.string(), organizationSlug: z.string(), inviterEmail: z.string() })
  .meta({ id: 'RecipientInvitation', description: 'An invitation as returned to its recipient.' })

/** The content of the mailed link before sign-in. */
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

/** The URL of an invitation. */
export const link = z.object({ url: z.url() })

/** The invitation with its organization and inviter. */
export function toInvitationViewWire(from: InvitationView): z.output<typeof invitationView> {
  const { organizationName, organizationSlug, inviterEmail } = from
  return { ...toInvitationWire(from), organizationName, organizationSlug, inviterEmail }
}

/** The invitation as an anonymous caller sees it. */
export function toPreviewWire(from: InvitationView): z.output<typeof preview> {
  const { organizationName, inviterEmail } = from
  const { id: invitationId, email, role: roles, expiresAt } = toInvitationWire(from)
  return { id: invitationId, email, role: roles, organizationName, inviterEmail, expiresAt }
}
