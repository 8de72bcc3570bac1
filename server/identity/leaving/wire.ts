import { z } from 'zod'

const PASSWORD_MAXIMUM = 4096
const TOKEN_MAXIMUM = 255
const URL_MAXIMUM = 2083

const callbackURL = z
  .string()
  .max(URL_MAXIMUM)
  .optional()
  .meta({ description: 'URL of the redirect: a path of this site or a trusted origin.' })

/** How the deletion is authorized: by the password, by the token of a mailed link, or by a fresh session. */
export const deleteUserBody = z.object({
  password: z.string().max(PASSWORD_MAXIMUM).optional(),
  callbackURL,
  token: z.string().max(TOKEN_MAXIMUM).optional(),
})

export type DeleteUserBody = z.output<typeof deleteUserBody>

export const callbackQuery = z.object({ token: z.string().max(TOKEN_MAXIMUM), callbackURL })

/** Whether the account was deleted, or a link that deletes it was mailed. */
export const deletedAnswer = z.object({ success: z.boolean(), message: z.enum(['User deleted', 'Verification email sent']) })
