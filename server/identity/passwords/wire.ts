import { z } from 'zod'
import { addressInput, shortUser } from '#identity/users/wire.ts'
import { added, id, text } from '#platform/http/wire-parts.ts'

const NAME_MAXIMUM = 255
const PICTURE_MAXIMUM = 100_000
const USERNAME_MAXIMUM = 1024
const URL_MAXIMUM = 2083

const callbackURL = z
  .string()
  .max(URL_MAXIMUM)
  .optional()
  .meta({ description: 'Where the browser goes next: a path of this site or a trusted origin.' })

/**
 * Who wants to sign up. What is missing is told by the rules in the published order (address, then password, then name), so
 * nothing is required here; roles, bans and verified addresses are not fields and are ignored.
 */
export const signUpBody = z
  .object({
    name: text(0, NAME_MAXIMUM).optional(),
    email: z.string().optional(),
    password: z.string().optional(),
    image: z.string().max(PICTURE_MAXIMUM).nullish(),
    callbackURL,
    username: z.string().max(USERNAME_MAXIMUM).optional(),
    displayUsername: text(0, NAME_MAXIMUM).optional(),
  })
  .meta({ required: ['name', 'email', 'password'] })

export type SignUp = z.output<typeof signUpBody>

/** The new person; `token` is null where signing up does not sign in. */
export const signUpAnswer = z.object({ token: z.string().nullable(), user: shortUser })

/** An address and its password. */
export const signInBody = z.object({
  email: z.string(),
  password: z.string(),
  callbackURL,
  rememberMe: z.boolean().optional().meta({ default: true }),
})

/** The session's token and its person; a browser goes to `url` when `redirect` says so. */
export const signInAnswer = z.object({ redirect: z.boolean(), token: z.string(), url: z.string().optional(), user: shortUser })

/** A user name and its password. Empty ones are told like wrong ones. */
export const signInUsernameBody = z.object({
  username: z.string().max(USERNAME_MAXIMUM),
  password: z.string(),
  rememberMe: z.boolean().optional().meta({ default: true }),
})

/** The session's token and its person, with their user name. */
export const signInUsernameAnswer = z.object({
  token: z.string(),
  user: shortUser.extend({
    username: z.string().nullable(),
    displayUsername: z.string().nullable().meta(added('The user name as the person writes it.')),
  }),
})

/** That something was done. */
export const done = z.object({ status: z.boolean() })

/** Who forgot their password, and where their browser goes with the token of the mailed link. */
export const forgetPasswordBody = z.object({
  email: addressInput,
  redirectTo: z.string().max(URL_MAXIMUM).optional().meta({ description: 'A path of this site or a trusted origin; it is given `token`.' }),
})

/** The value in a mailed link. */
export const resetLinkParams = z.object({ token: z.string() })

/** Where the browser goes on to, with `token` or with `error`. */
export const resetLinkQuery = z.object({ callbackURL: z.string().max(URL_MAXIMUM) })

/** A new password and the token of the mailed link, here or in the query. */
export const resetPasswordBody = z.object({ newPassword: z.string(), token: z.string().optional() })

export const resetPasswordQuery = z.object({ token: z.string().optional() })

/** A new password, proven by the present one. */
export const changePasswordBody = z.object({
  currentPassword: z.string(),
  newPassword: z.string(),
  revokeOtherSessions: z.boolean().optional(),
})

/** The token of the session that took the place of all others, where they were to end. */
export const changePasswordAnswer = z.object({ token: z.string().nullable(), user: shortUser })

/** A first password for somebody. */
export const setPasswordBody = z.object({ newPassword: z.string(), userId: id.optional() })
