import { z } from 'zod'
import { text } from '#platform/http/wire-parts.ts'

const NAME_MAXIMUM = 255
const PICTURE_MAXIMUM = 100_000
const USERNAME_MAXIMUM = 1024

/** What a person may change of themselves; `null` takes the picture away. Roles, bans and verified addresses are not fields and are ignored. */
export const updateUserBody = z.object({
  name: text(1, NAME_MAXIMUM).optional(),
  image: z.string().max(PICTURE_MAXIMUM).nullish(),
  username: z.string().max(USERNAME_MAXIMUM).optional(),
  displayUsername: text(0, NAME_MAXIMUM).optional(),
  email: z.unknown().optional().meta({ description: 'Refused: an address is changed by change-email.' }),
})

export type UpdateUser = z.output<typeof updateUserBody>
