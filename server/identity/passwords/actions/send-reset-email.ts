import { z } from 'zod'
import { hasPasswordSince } from '#identity/accounts/index.ts'
import { queueEmail } from '#identity/mail/index.ts'
import { lockUserByEmail } from '#identity/users/index.ts'
import { emailLanguageOf } from '#identity/users/model.ts'
import { createToken } from '#identity/verification/index.ts'
import { offeredLanguages } from '#kernel/language/languages.ts'
import type { Platform } from '#platform/platform.ts'

/** The purpose under which a reset request is sealed: its token replaces a password. */
export const RESET_SEAL = 'reset-order'

// Stored in the payload of jobs: the field names must not change.
const resetRequest = z.object({
  email: z.string(),
  token: z.string(),
  target: z.string(),
  requestedAt: z.string(),
  request: z.object({
    id: z.string(),
    address: z.string(),
    userAgent: z.string().nullable(),
    // Absent from the requests that an older version stored.
    language: z.enum(offeredLanguages).optional().catch(undefined),
  }),
})

/** A request to reset the password of an email that may not exist. `requestedAt` is ISO 8601. */
export type ResetRequest = z.output<typeof resetRequest>

/**
 * Queues the reset email of a sealed request, if a user has the email. A retry queues the same link and the same email. A request
 * older than the current password is ignored: a retry after the link was used would make the link valid again.
 */
export async function sendResetEmail(platform: Platform, sealed: string, jobId: string): Promise<void> {
  const { settings, secrets, database, audit } = platform
  const { email, token, target, requestedAt, request: origin } = resetRequest.parse(JSON.parse(secrets.open(RESET_SEAL, sealed)))
  const now = new Date(requestedAt)
  const lifeSeconds = settings.RESET_TOKEN_EXPIRES_IN
  const until = new Date(now.getTime() + lifeSeconds * 1000)
  const url = `${settings.BASE_URL}/api/auth/reset-password/${token}?callbackURL=${encodeURIComponent(target)}`
  await database.transaction(async (tx) => {
    const user = await lockUserByEmail(tx, email)
    if (!user || until <= platform.clock.now() || (await hasPasswordSince(tx, user.id, now))) return
    await createToken(tx, secrets, { purpose: 'reset-password', subject: user.id, value: token, userId: user.id, expiresAt: until, now })
    const language = emailLanguageOf(user, origin)
    const key = `reset-${jobId}`
    await queueEmail(tx, platform, { email: 'resetPassword', to: email, language, values: { url, lifeSeconds }, key, until })
    const caller = { kind: 'anonymous' } as const
    const request = { id: origin.id, ipAddress: origin.address, userAgent: origin.userAgent }
    await audit.append(tx, { action: 'user.password_reset_asked', organizationId: null, userId: user.id, caller, request, now })
  })
}
