import { z } from 'zod'
import { addressInput } from '#identity/users/wire.ts'
import { text } from '#platform/http/wire-parts.ts'

const NAME_MAXIMUM = 255
const PICTURE_MAXIMUM = 100_000
const NAME_TOO_LONG = `is longer than ${NAME_MAXIMUM} characters`

/** What becomes of a field that does not fit: the words that follow its name in the report. */
function told<Schema extends z.ZodType>(schema: Schema, words: string) {
  return z.unknown().transform((value, context): z.output<Schema> => {
    const read = schema.safeParse(value)
    if (read.success) return read.data
    context.addIssue({ code: 'custom', message: words })
    return z.NEVER
  })
}

/** One line of a file of people: what of a person may be brought along. A field that is not among these refuses the line. */
export const personLine = z.strictObject({
  email: told(addressInput, 'is not an e-mail address'),
  name: told(text(0, NAME_MAXIMUM), `is not text, or ${NAME_TOO_LONG}`).optional(),
  emailVerified: told(z.boolean(), 'is neither true nor false').optional(),
  username: told(z.string(), 'is not text').optional(),
  displayUsername: told(text(0, NAME_MAXIMUM), `is not text, or ${NAME_TOO_LONG}`).optional(),
  image: told(z.string().max(PICTURE_MAXIMUM), `is not text, or is longer than ${PICTURE_MAXIMUM} characters`).optional(),
  id: told(z.string(), 'is not text').optional(),
  createdAt: told(z.iso.datetime({ offset: true }), 'is not a time like 2026-03-12T14:20:00Z').optional(),
  password: told(z.string(), 'is not text').optional(),
  role: told(z.literal('user'), 'may only be "user"').optional(),
})

export type PersonLine = z.output<typeof personLine>
