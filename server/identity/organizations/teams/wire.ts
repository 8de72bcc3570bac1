import { z } from 'zod'
import type { Member } from '#identity/organizations/model.ts'
import { id, namedId, nameText, text, timestamp, toTimestamp, userIdText } from '#platform/http/wire-parts.ts'

const NAME_MAXIMUM = 255

const organizationId = namedId.nullish().meta({ description: 'Default: the active organization.' })
const name = nameText(text(1, NAME_MAXIMUM))

/** A team to create. */
export const createTeamBody = z.object({ name, organizationId })

/** A team and its changes; only the name can change. */
export const updateTeamBody = z.object({
  teamId: namedId,
  data: z.object({ name: name.optional(), organizationId }),
})

/** The team to delete. */
export const removeTeamBody = z.object({ teamId: namedId, organizationId })

/** The organization of the listed teams; the active organization takes precedence over the named one. */
export const listTeamsQuery = z.object({ organizationId: namedId.optional() })

/** A member and their new team; null for none. */
export const setMemberTeamBody = z.object({ memberId: namedId, teamId: namedId.nullable(), organizationId })

/** The team that becomes the active one of the session; null for none. */
export const setActiveTeamBody = z.object({ teamId: namedId.nullish().meta({ description: 'Default: the active team, unchanged.' }) })

/** A user, by default the caller, and the organization of the teams. */
export const userTeamsQuery = z.object({
  userId: userIdText.optional().meta({ description: 'Default: the caller.' }),
  organizationId: namedId.optional().meta({ description: 'Default: for the caller every organization, for others the active one.' }),
})

/** The team whose members are listed. */
export const teamMembersQuery = z.object({ teamId: namedId.optional().meta({ description: 'Default: the active team.' }) })

/** A user of the organization, and the team. */
export const teamMemberBody = z.object({ teamId: namedId, userId: userIdText, organizationId })

/** A member of a team. */
export const teamMember = z
  .object({
    id: id.meta({ description: 'The id of the member of the organization.' }),
    teamId: id,
    userId: id,
    createdAt: timestamp.meta({ description: 'When the user joined the organization.' }),
  })
  .meta({ id: 'TeamMember' })

/** A member in a team. */
export function toTeamMemberWire({ id: memberId, userId, createdAt }: Member, teamId: string): z.output<typeof teamMember> {
  return { id: memberId, teamId, userId, createdAt: toTimestamp(createdAt) }
}

/** Confirms the deletion of a team. */
export const removedAnswer = z.object({ message: z.string() })
