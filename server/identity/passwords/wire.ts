import { z } from 'zod'
import { pictureInput } from '#identity/pictures/wire.ts'
import { emailInput, shortUser } from '#identity/users/wire.ts'
import { added, id, seenName, text } from '#platform/http/wire-parts.ts'

const NAME_MAXIMUM = 255
const USERNAME_MAXIMUM = 1024
const URL_MAXIMUM = 2083

const callbackURL = z
  .string()
  .max(URL_MAXIMUM)
  .optional()
  .meta({ description: 'The redirect target: a path of this site or a URL of a trusted origin.' })

/**
 * The body of a sign-up. The rules refuse missing fields in the published order (email, then password, then name), so nothing is
 * required here. Roles, bans and verification are not fields and are ignored.
 */
export const signUpBody = z
  .object({
    name: seenName(text(0, NAME_MAXIMUM)).optional(),
    email: z.string().optional(),
    password: z.string().optional(),
    image: pictureInput.nullish(),
    callbackURL,
    username: z.string().max(USERNAME_MAXIMUM).optional(),
    displayUsername: seenName(text(0, NAME_MAXIMUM)).optional(),
    rememberMe: z.boolean().optional().meta(added('False: the session ends with the browser.')),
  })
  .meta({ required: ['name', 'email', 'password'] })

export type SignUpBody = z.output<typeof signUpBody>

/** The new user; `token` is null when signing up does not sign in. */
export const signUpAnswer = z.object({ token: z.string().nullable(), user: shortUser })

/** An email and its password. */
export const signInBody = z.object({
  email: z.string(),
  password: z.string(),
  callbackURL,
  rememberMe: z.boolean().optional().meta({ default: true }),
})

/** The session token and the user; a browser goes to `url` if `redirect` is true. */
export const signInAnswer = z.object({ redirect: z.boolean(), token: z.string(), url: z.string().optional(), user: shortUser })

/** A user name and its password. Empty ones are refused like wrong ones. */
export const signInUsernameBody = z.object({
  username: z.string().max(USERNAME_MAXIMUM),
  password: z.string(),
  rememberMe: z.boolean().optional().meta({ default: true }),
  callbackURL: callbackURL.meta(added('The redirect target: a path of this site or a URL of a trusted origin.')),
})

/** The session token and the user, with the user name. */
export const signInUsernameAnswer = z.object({
  redirect: z.boolean().meta(added('Whether a browser goes to `url`.')),
  token: z.string(),
  url: z.string().optional().meta(added('The requested redirect target.')),
  user: shortUser.extend({
    username: z.string().nullable(),
    displayUsername: z.string().nullable().meta(added('The user name as the user wrote it.')),
  }),
})

/** The email whose password is forgotten, and the redirect target of the emailed link. */
export const forgetPasswordBody = z.object({
  email: emailInput,
  redirectTo: z
    .string()
    .max(URL_MAXIMUM)
    .optional()
    .meta({ description: 'A path of this site or a URL of a trusted origin. The redirect adds `token`.' }),
})

/** The token in an emailed link. */
export const resetLinkParams = z.object({ token: z.string() })

/** The redirect target, which receives `token` or `error`. */
export const resetLinkQuery = z.object({ callbackURL: z.string().max(URL_MAXIMUM) })

/** A new password and the token of the emailed link, here or in the query. */
export const resetPasswordBody = z.object({ newPassword: z.string(), token: z.string().optional() })

export const resetPasswordQuery = z.object({ token: z.string().optional() })

/** A new password, and the current one. */
export const changePasswordBody = z.object({
  currentPassword: z.string(),
  newPassword: z.string(),
  revokeOtherSessions: z.boolean().optional(),
})

/** The token of the new session; null when the other sessions were not revoked. */
export const changePasswordAnswer = z.object({ token: z.string().nullable(), user: shortUser })

/** The first password of a user. */
export const setPasswordBody = z.object({ newPassword: z.string(), userId: id.optional() })
