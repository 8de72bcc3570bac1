import { z } from 'zod'
import { id, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'
import type { User } from './model.ts'
import { ADDRESS_LENGTH, isAddress } from './rules.ts'

/** An address as typed, checked by the schema; fold it with `addressOf` before it is stored or compared. */
export const addressInput = z
  .string()
  .superRefine((value, context) => {
    if (!isAddress(value)) context.addIssue({ code: 'invalid_format', format: 'email', input: value })
  })
  .meta({ format: 'email', maxLength: ADDRESS_LENGTH })

/** A person as sign-in and sign-up answer. */
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
  .meta({ id: 'ShortUser' })

/** A person as their own session shows them. */
export const fullUser = shortUser
  .extend({
    username: z.string().nullable(),
    displayUsername: z.string().nullable(),
    role: z.string().nullable(),
    banned: z.boolean().nullable(),
    banReason: z.string().nullable(),
    banExpires: timestamp.nullable(),
  })
  .meta({ id: 'User' })

export type ShortUserWire = z.output<typeof shortUser>
export type FullUserWire = z.output<typeof fullUser>

/** The person without user name, role and ban. */
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

/** The whole person. */
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
