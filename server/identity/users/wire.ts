import { z } from 'zod'
import { id, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'
import type { User } from './model.ts'
import { EMAIL_LENGTH_MAX, isEmail } from './rules.ts'

/** An email as typed, checked by the schema. Normalize it with `parseEmail` before storing or comparing it. */
export const emailInput = z
  .string()
  .superRefine((value, context) => {
    if (!isEmail(value)) context.addIssue({ code: 'invalid_format', format: 'email', input: value })
  })
  .meta({ format: 'email', maxLength: EMAIL_LENGTH_MAX })

/** A user in the response of sign-in and sign-up. */
export const shortUser = z
  .object({
    id,
    email: z.string(),
    name: z.string(),
    image: z.string().nullable(),
    emailVerified: z.boolean(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'BasicUser', description: 'A user as returned by sign-in and sign-up.' })

/** A user in the response of get-session. */
export const fullUser = shortUser
  .extend({
    username: z.string().nullable(),
    displayUsername: z.string().nullable(),
    role: z.string().nullable(),
    banned: z.boolean().nullable(),
    banReason: z.string().nullable(),
    banExpires: timestamp.nullable(),
  })
  .meta({ id: 'User', description: 'A user as returned with their own session.' })

export type ShortUserWire = z.output<typeof shortUser>
export type FullUserWire = z.output<typeof fullUser>

/** The user without user name, role and ban. */
export function toShortUserWire(user: User): ShortUserWire {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    image: user.image,
    emailVerified: user.emailVerified,
    createdAt: toTimestamp(user.createdAt),
    updatedAt: toTimestamp(user.updatedAt),
  }
}

/** The user with all fields. */
export function toFullUserWire(user: User): FullUserWire {
  return {
    ...toShortUserWire(user),
    username: user.username,
    displayUsername: user.displayUsername,
    role: user.role,
    banned: user.banned,
    banReason: user.banReason,
    banExpires: toTimestamp(user.banExpires),
  }
}
