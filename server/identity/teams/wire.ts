import { z } from 'zod'
import { namedId, nameText, text } from '#platform/http/wire-parts.ts'

const NAME_MAXIMUM = 255

const organizationId = namedId.nullish().meta({ description: 'The active organization unless told.' })
const name = nameText(text(1, NAME_MAXIMUM))

/** A team to be made. */
export const createTeamBody = z.object({ name, organizationId })

/** What of a team becomes another; of its fields the name alone can. */
export const updateTeamBody = z.object({
  teamId: namedId,
  data: z.object({ name: name.optional(), organizationId }),
})

/** Which team goes. */
export const removeTeamBody = z.object({ teamId: namedId, organizationId })

/** Whose teams: the active organization wins over the one named. */
export const listTeamsQuery = z.object({ organizationId: namedId.optional() })

/** Which member is in which team from now on; null for none. */
export const setMemberTeamBody = z.object({ memberId: namedId, teamId: namedId.nullable(), organizationId })

/** That a team is gone. */
export const removedAnswer = z.object({ message: z.string() })
