import { integer, type Model, text, time, uuid } from '#platform/resource/columns.ts'

export const sessionCodeColumns = {
  /** That of the request, which only the browser that sent it has. */
  id: uuid().fixed(),
  organizationId: uuid().fixed(),
  customerId: uuid().fixed(),
  /** Where it was sent. */
  email: text().fixed(),
  failedAttempts: integer(),
  expiresAt: time().fixed(),
  createdAt: time().fixed(),
} as const

/** A code that was mailed to a customer, of which only a digest is stored. It opens their portal together with its id. Server time, UTC. */
export type SessionCode = Model<typeof sessionCodeColumns>
