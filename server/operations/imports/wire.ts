import { z } from 'zod'
import { pictureInput } from '#identity/pictures/wire.ts'
import { emailInput } from '#identity/users/wire.ts'
import { seenName, text } from '#platform/http/wire-parts.ts'

const NAME_MAXIMUM = 255
const NAME_TOO_LONG = `is longer than ${NAME_MAXIMUM} characters`

/** Replaces a schema's message by the text that follows the field's name in the report. */
function withMessage<Schema extends z.ZodType>(schema: Schema, message: string) {
  return z.unknown().transform((value, context): z.output<Schema> => {
    const read = schema.safeParse(value)
    if (read.success) return read.data
    context.addIssue({ code: 'custom', message: message })
    return z.NEVER
  })
}

/** One line of a file of users: the supported fields. Any other field refuses the line. */
export const userLine = z.strictObject({
  email: withMessage(emailInput, 'is not an e-mail address'),
  name: withMessage(seenName(text(0, NAME_MAXIMUM)), `is not text, or ${NAME_TOO_LONG}`).optional(),
  emailVerified: withMessage(z.boolean(), 'is neither true nor false').optional(),
  username: withMessage(z.string(), 'is not text').optional(),
  displayUsername: withMessage(seenName(text(0, NAME_MAXIMUM)), `is not text, or ${NAME_TOO_LONG}`).optional(),
  image: withMessage(pictureInput, 'is neither a URL nor a PNG, JPEG, WebP or GIF as a data: URL').optional(),
  id: withMessage(z.string(), 'is not text').optional(),
  createdAt: withMessage(z.iso.datetime({ offset: true }), 'is not a time like 2026-03-12T14:20:00Z').optional(),
  password: withMessage(z.string(), 'is not text').optional(),
  role: withMessage(z.literal('user'), 'may only be "user"').optional(),
})

export type UserLine = z.output<typeof userLine>
