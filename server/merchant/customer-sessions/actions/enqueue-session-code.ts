import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { countRequester } from '#identity/mail/index.ts'
import { foldEmail } from '#kernel/emails/email.ts'
import { buyerLanguages } from '#kernel/language/languages.ts'
import type { RunTransaction } from '#platform/database/database.ts'
import type { Settle } from '#platform/idempotency/settle.ts'
import type { Platform } from '#platform/platform.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { newSessionCode } from '../codes/rules.ts'
import { sendSessionCodeSpec } from '../job-specs.ts'

/** The purpose under which a request for a code is sealed: the code opens a portal. */
export const CODE_SEAL = 'customer-session-code'

/** A request for a code as it waits in a job. Stored: the names of its fields must not change. `requestedAt` is ISO 8601. */
export const codeRequest = z.object({
  id: z.string(),
  organizationId: z.string(),
  email: z.string(),
  code: z.string(),
  requestedAt: z.string(),
  language: z.enum(buyerLanguages).optional().catch(undefined),
  request: z.object({ id: z.string(), ipAddress: z.string(), userAgent: z.string().nullable() }),
})

/** The email of someone who may be a customer of the organization, which may not exist. */
export interface EnqueueSessionCodeInput {
  readonly email: string
  readonly organizationId: string
  readonly request: RequestInfo
  readonly now: Date
  readonly settle: Settle
  readonly transaction: RunTransaction
}

/** The id of the request. */
export interface EnqueueSessionCodeResult {
  readonly request_id: string
}

/**
 * Enqueues an email with a code, and returns the id of the request, without which the code opens nothing. Only the job looks up whether
 * a customer has the email, and counts it if so: neither the answer nor its time discloses it. Above the limit of the network it is refused
 * (429).
 */
export async function enqueueSessionCode(platform: Platform, input: EnqueueSessionCodeInput): Promise<EnqueueSessionCodeResult> {
  const { organizationId, request, now } = input
  countRequester(platform, input)
  const email = foldEmail(input.email)
  const id = randomUUID()
  const { ipAddress, userAgent, buyerLanguage: language } = request
  const queued: z.output<typeof codeRequest> = {
    id,
    organizationId,
    email,
    code: newSessionCode(),
    requestedAt: now.toISOString(),
    language,
    request: { id: request.id, ipAddress, userAgent },
  }
  const sealed = platform.secrets.seal(CODE_SEAL, JSON.stringify(queued))
  const result = { request_id: id }
  await input.transaction(async (tx) => {
    await enqueue(tx, platform, sendSessionCodeSpec, { sealed })
    await input.settle(tx, { body: result })
  })
  return result
}
