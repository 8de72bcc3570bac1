import { z } from 'zod'
import { addressInput, shortUser } from '#identity/users/wire.ts'

const URL_MAXIMUM = 2083
const TOKEN_MAXIMUM = 4096

const callbackURL = z
  .string()
  .max(URL_MAXIMUM)
  .optional()
  .meta({ description: 'Where the browser goes after the mailed link: a path of this site or a trusted origin.' })

/** That something was done. */
export const done = z.object({ status: z.boolean() })

/** Whose address is to be proven. */
export const sendVerificationBody = z.object({ email: addressInput, callbackURL })

/** The address that is to take the place of the present one. */
export const changeEmailBody = z.object({ newEmail: addressInput, callbackURL })

/** A mailed link. */
export const verifyEmailQuery = z.object({ token: z.string().max(TOKEN_MAXIMUM), callbackURL })

/** The person where the link changed their address; null where it proved it. */
export const verifyEmailAnswer = z.object({ status: z.boolean(), user: shortUser.nullable() })
