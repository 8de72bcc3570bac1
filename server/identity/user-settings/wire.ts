import { z } from 'zod'
import { pictureInput } from '#identity/pictures/wire.ts'
import { emailInput, shortUser } from '#identity/users/wire.ts'
import { offeredLanguages } from '#kernel/language/languages.ts'
import { added, seenName, text } from '#platform/http/wire-parts.ts'

const URL_MAXIMUM = 2083
const LINK_TOKEN_MAXIMUM = 4096
const NAME_MAXIMUM = 255
const USERNAME_MAXIMUM = 1024
const PASSWORD_MAXIMUM = 4096
const DELETION_TOKEN_MAXIMUM = 255

const callbackURL = z
  .string()
  .max(URL_MAXIMUM)
  .optional()
  .meta({ description: 'Where the browser goes after the mailed link: a path of this site or a trusted origin.' })

/** The email to verify. */
export const sendVerificationBody = z.object({ email: emailInput, callbackURL })

/** The email that replaces the current one. */
export const changeEmailBody = z.object({ newEmail: emailInput, callbackURL })

/** The query of a mailed link. */
export const verifyEmailQuery = z.object({ token: z.string().max(LINK_TOKEN_MAXIMUM), callbackURL })

/** The user if the link changed their email; null if it verified the email. */
export const verifyEmailAnswer = z.object({ status: z.boolean(), user: shortUser.nullable() })

/** The fields that users may update; `null` removes the picture and the language. Roles, bans and verified emails are not fields and are ignored. */
export const updateUserBody = z.object({
  name: seenName(text(1, NAME_MAXIMUM)).optional(),
  image: pictureInput.nullish(),
  username: z.string().max(USERNAME_MAXIMUM).optional(),
  displayUsername: seenName(text(0, NAME_MAXIMUM)).optional(),
  language: z.enum(offeredLanguages).nullish().meta(added('The language of pages and emails; null: the one that the browser asks for.')),
  email: z.unknown().optional().meta({ description: 'Refused: change-email changes the email.' }),
})

export type UpdateUserBody = z.output<typeof updateUserBody>

/** A user name to check. */
export const usernameBody = z.object({ username: z.string().max(USERNAME_MAXIMUM) })

/** Whether the user name is free. */
export const usernameAnswer = z.object({ available: z.boolean() })

/** The authorization of the deletion: by the password, by the token of a mailed link, or by a fresh session. */
export const deleteUserBody = z.object({
  password: z.string().max(PASSWORD_MAXIMUM).optional(),
  callbackURL,
  token: z.string().max(DELETION_TOKEN_MAXIMUM).optional(),
})

export type DeleteUserBody = z.output<typeof deleteUserBody>

export const deletionQuery = z.object({ token: z.string().max(DELETION_TOKEN_MAXIMUM), callbackURL })

/** Whether the account was deleted, or a link that deletes it was mailed. */
export const deletedAnswer = z.object({
  success: z.boolean(),
  message: z.enum(['User deleted', 'Verification email sent']),
  isDeleted: z.boolean().meta(added('Whether the account is deleted already; if not, the mailed link deletes it.')),
})
