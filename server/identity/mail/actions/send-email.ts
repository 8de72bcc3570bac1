import { z } from 'zod'
import type { Email } from '#emails/email.ts'
import { accountEmails } from '#emails/index.ts'
import { assert } from '#kernel/assert.ts'
import type { Platform } from '#platform/platform.ts'
import { EMAIL_SEAL } from '../model.ts'

const queuedEmail = z.object({
  email: z.string(),
  to: z.string(),
  values: z.record(z.string(), z.unknown()),
  until: z.string().nullable(),
})

/** Composes a sealed email and passes it to the mailer, unless its link has expired. `messageId` is the same at every attempt. */
export async function sendEmail(platform: Platform, sealed: string, messageId: string): Promise<void> {
  const { email, to, values, until } = queuedEmail.parse(JSON.parse(platform.secrets.open(EMAIL_SEAL, sealed)))
  const now = platform.clock.now()
  if (until !== null && Date.parse(until) <= now.getTime())
    return platform.log.warn('An email was not sent because its link has expired.', { email })
  const template = (accountEmails as unknown as Readonly<Record<string, Email<never>>>)[email]
  assert(template, `Email ${email} does not exist`)
  await platform.mailer.send({ to, template: template.name, ...template.compose(values as never) }, messageId, now)
}
