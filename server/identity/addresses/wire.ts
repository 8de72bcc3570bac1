import { z } from 'zod'
import { emailInput, shortUser } from '#identity/users/wire.ts'

const URL_MAXIMUM = 2083
const TOKEN_MAXIMUM = 4096

const callbackURL = z
  .string()
  .max(URL_MAXIMUM)
  .optional()
  .meta({ description: 'Where the browser goes after the mailed link: a path of this site or a trusted origin.' })

/** Acknowledges the request. */
export const done = z.object({ status: z.boolean() })

/** The email to verify. */
export const sendVerificationBody = z.object({ email: emailInput, callbackURL })

/** The email that replaces the current one. */
export const changeEmailBody = z.object({ newEmail: emailInput, callbackURL })

/** The query of a mailed link. */
export const verifyEmailQuery = z.object({ token: z.string().max(TOKEN_MAXIMUM), callbackURL })

/** The user if the link changed their email; null if it verified the email. */
export const verifyEmailAnswer = z.object({ status: z.boolean(), user: shortUser.nullable() })
