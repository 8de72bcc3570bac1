import { z } from 'zod'
import { pictureInput } from '#identity/pictures/wire.ts'
import { text } from '#platform/http/wire-parts.ts'

const NAME_MAXIMUM = 255
const USERNAME_MAXIMUM = 1024

/** The fields that users may update; `null` removes the picture. Roles, bans and verified emails are not fields and are ignored. */
export const updateUserBody = z.object({
  name: text(1, NAME_MAXIMUM).optional(),
  image: pictureInput.nullish(),
  username: z.string().max(USERNAME_MAXIMUM).optional(),
  displayUsername: text(0, NAME_MAXIMUM).optional(),
  email: z.unknown().optional().meta({ description: 'Refused: change-email changes the email.' }),
})

export type UpdateUserBody = z.output<typeof updateUserBody>
