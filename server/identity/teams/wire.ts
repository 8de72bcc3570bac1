import { z } from 'zod'
import { namedId, nameText, text } from '#platform/http/wire-parts.ts'

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

/** Confirms the deletion of a team. */
export const removedAnswer = z.object({ message: z.string() })
