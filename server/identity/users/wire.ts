import { z } from 'zod'
import { accountEmailFault, EMAIL_LENGTH, UNICODE_LOCAL_PART, withAsciiDomain } from '#kernel/emails/email.ts'
import { fieldsOf } from '#platform/resource/fields.ts'
import { basicUserColumns, type User, userColumns } from './user.ts'

/** An email as typed, checked by the schema. Normalize it with `parseEmail` before storing or comparing it. */
export const emailInput = z
  .string()
  .superRefine((value, context) => {
    const fault = accountEmailFault(value)
    if (fault === null) return
    const message = fault === 'unicode_local_part' ? { message: UNICODE_LOCAL_PART } : {}
    context.addIssue({ code: 'invalid_format', format: 'email', input: value, ...message })
  })
  .overwrite(withAsciiDomain)
  .meta({ format: 'email', maxLength: EMAIL_LENGTH })

const basicFields = fieldsOf(basicUserColumns, 'camel')
const fields = fieldsOf(userColumns, 'camel')

/** A user in the response of sign-in and sign-up. */
export const shortUser = z.object(basicFields.shape).meta({ id: 'BasicUser', description: 'A user as returned by sign-in and sign-up.' })

/** A user in the response of get-session. */
export const fullUser = z.object(fields.shape).meta({ id: 'User', description: 'A user as returned with their own session.' })

export type ShortUserWire = z.output<typeof shortUser>
export type FullUserWire = z.output<typeof fullUser>

/** The user without user name, role and ban. */
export const toShortUserWire: (user: User) => ShortUserWire = basicFields.toWire

/** The user with all fields. */
export const toFullUserWire: (user: User) => FullUserWire = fields.toWire
