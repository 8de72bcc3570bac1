import { z } from 'zod'
import { hasPasswordSince } from '#identity/accounts/index.ts'
import { queueEmail } from '#identity/mail/index.ts'
import { lockUserByEmail } from '#identity/users/index.ts'
import { issue } from '#identity/verification/index.ts'
import type { Platform } from '#platform/platform.ts'

/** The purpose under which the order waits: its token replaces a password. */
export const RESET_SEAL = 'reset-order'

const resetAsked = z.object({
  email: z.string(),
  token: z.string(),
  target: z.string(),
  askedAt: z.string(),
  request: z.object({ id: z.string(), address: z.string(), userAgent: z.string().nullable() }),
})

/** Somebody asked for a new password for an address that somebody may have. The time is ISO 8601. */
export type ResetAsked = z.output<typeof resetAsked>

/**
 * Mails the link of a sealed order to whoever has the address, if anybody. Run again, it is the same link and the same letter. An
 * order from before the present password is void: run again after its link was used, it would bring the link back.
 */
export async function mailReset(platform: Platform, sealed: string, orderId: string): Promise<void> {
  const { settings, secrets, database, audit } = platform
  const { email, token, target, askedAt, request } = resetAsked.parse(JSON.parse(secrets.open(RESET_SEAL, sealed)))
  const now = new Date(askedAt)
  const lifeSeconds = settings.RESET_TOKEN_EXPIRES_IN
  const until = new Date(now.getTime() + lifeSeconds * 1000)
  const url = `${settings.BASE_URL}/api/auth/reset-password/${token}?callbackURL=${encodeURIComponent(target)}`
  await database.transaction(async (tx) => {
    const user = await lockUserByEmail(tx, email)
    if (!user || until <= platform.clock.now() || (await hasPasswordSince(tx, user.id, now))) return
    await issue(tx, secrets, { purpose: 'reset-password', subject: user.id, value: token, userId: user.id, expiresAt: until, now })
    const key = `reset-${orderId}`
    await queueEmail(tx, platform, { email: 'resetPassword', to: email, values: { url, lifeSeconds }, key, until, now })
    const caller = { kind: 'anonymous' } as const
    await audit.append(tx, { action: 'user.password_reset_asked', organizationId: null, userId: user.id, caller, request, now })
  })
}
