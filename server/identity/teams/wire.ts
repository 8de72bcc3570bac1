import { z } from 'zod'
import { text } from '#platform/http/wire-parts.ts'

const NAME_MAXIMUM = 255
const ID_MAXIMUM = 64

const idText = z.string().max(ID_MAXIMUM)
const organizationId = idText.nullish().meta({ description: 'The active organization unless told.' })
const name = text(1, NAME_MAXIMUM)

/** A team to be made. */
export const createTeamBody = z.object({ name, organizationId })

/** What of a team becomes another; of its fields the name alone can. */
export const updateTeamBody = z.object({
  teamId: idText,
  data: z.object({ name: name.optional(), organizationId }),
})

/** Which team goes. */
export const removeTeamBody = z.object({ teamId: idText, organizationId })

/** Whose teams: the active organization wins over the one named. */
export const listTeamsQuery = z.object({ organizationId: idText.optional() })

/** Which member is in which team from now on; null for none. */
export const setMemberTeamBody = z.object({ memberId: idText, teamId: idText.nullable(), organizationId })

/** That a team is gone. */
export const removedAnswer = z.object({ message: z.string() })
