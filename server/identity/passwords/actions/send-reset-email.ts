import { z } from 'zod'
import { hasPasswordSince } from '#identity/accounts/index.ts'
import { countRecipient, queueEmail } from '#identity/mail/index.ts'
import { isDeviceOf } from '#identity/sessions/devices/index.ts'
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
  // Of the browser that requests it; absent from the requests that an older version stored.
  deviceDigest: z.string().nullish(),
})

/** A request to reset the password of an email that may not exist. `requestedAt` is ISO 8601. */
export type ResetRequest = z.output<typeof resetRequest>

/**
 * Queues the reset email of a sealed request, if a user has the email and gets no more of them than the limit allows: a browser in which the
 * user has signed in before has a count of its own. A retry queues the same link and the same email. A request
 * older than the current password is ignored: a retry after the link was used would make the link valid again.
 */
export async function sendResetEmail(platform: Platform, sealed: string, jobId: string): Promise<void> {
  const { settings, secrets, database, audit } = platform
  const {
    email,
    token,
    target,
    requestedAt,
    request: origin,
    deviceDigest,
  } = resetRequest.parse(JSON.parse(secrets.open(RESET_SEAL, sealed)))
  const now = new Date(requestedAt)
  const lifeSeconds = settings.RESET_TOKEN_EXPIRES_IN
  const until = new Date(now.getTime() + lifeSeconds * 1000)
  const url = `${settings.BASE_URL}/api/auth/reset-password/${token}?callbackURL=${encodeURIComponent(target)}`
  await database.transaction(async (tx) => {
    const user = await lockUserByEmail(tx, email)
    if (!user || until <= platform.clock.now() || (await hasPasswordSince(tx, user.id, now))) return
    const isOwner = deviceDigest != null && (await isDeviceOf(tx, user.id, deviceDigest))
    const recipient = { to: email, purpose: 'reset', share: isOwner ? 'owner' : 'anyone', now: platform.clock.now() } as const
    // The link that was mailed before stays valid.
    if ((await countRecipient(tx, platform, recipient)) > 0)
      return platform.log.info('A reset link was not mailed: its email address exceeds the limit.', { userId: user.id })
    await createToken(tx, secrets, { purpose: 'reset-password', subject: user.id, value: token, userId: user.id, expiresAt: until, now })
    const language = emailLanguageOf(user, origin)
    const key = `reset-${jobId}`
    await queueEmail(tx, platform, { email: 'resetPassword', to: email, language, values: { url, lifeSeconds }, key, until })
    const caller = { kind: 'anonymous' } as const
    const request = { id: origin.id, ipAddress: origin.address, userAgent: origin.userAgent }
    await audit.append(tx, { action: 'user.password_reset_asked', organizationId: null, userId: user.id, caller, request, now })
  })
}
