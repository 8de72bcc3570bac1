import { z } from 'zod'
import { shortUser } from '#identity/users/wire.ts'
import { text } from '#platform/http/wire-parts.ts'

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
  user: shortUser.extend({ username: z.string().nullable(), displayUsername: z.string().nullable() }),
})
