import { z } from 'zod'
import { emailText } from '#platform/http/wire-parts.ts'

const SECRET_MAXIMUM = 200

/** A new email of the customer. */
export const emailUpdateRequest = z
  .object({ email: emailText })
  .meta({ id: 'CustomerEmailUpdateRequest', examples: [{ email: 'ada@example.org' }] })

/** The answer to every new email. */
export const emailUpdateRequested = z.object({}).meta({ id: 'CustomerEmailUpdateResult' })

const token = z.string().min(1).max(SECRET_MAXIMUM).meta({ description: 'The secret of the mailed link.' })

export const emailUpdateCheckQuery = z.object({ token })

/** The secret of the mailed link. */
export const emailUpdateVerifyRequest = z
  .object({ token })
  .meta({ id: 'CustomerEmailUpdateVerifyRequest', examples: [{ token: 'the secret of the mailed link' }] })

/** The secret of the link that was mailed to a former address. */
export const emailReturnRequest = z
  .object({ token })
  .meta({ id: 'CustomerEmailReturnRequest', examples: [{ token: 'the secret of the mailed link' }] })

/** A session of the customer; only this answer has its secret. */
export const emailUpdateVerifyResponse = z.object({ token: z.string() }).meta({ id: 'CustomerEmailUpdateVerifyResponse' })
