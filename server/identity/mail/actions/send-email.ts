import { z } from 'zod'
import type { Email } from '#emails/email.ts'
import { accountEmails } from '#emails/index.ts'
import { assert } from '#kernel/assert.ts'
import type { Platform } from '#platform/platform.ts'
import { EMAIL_SEAL } from '../model.ts'

const waiting = z.object({
  email: z.string(),
  to: z.string(),
  values: z.record(z.string(), z.unknown()),
  until: z.string().nullable(),
})

/** Composes a sealed letter and hands it over, unless its link has died meanwhile. `messageId` is the same at every attempt. */
export async function sendEmail(platform: Platform, sealed: string, messageId: string): Promise<void> {
  const { email, to, values, until } = waiting.parse(JSON.parse(platform.secrets.open(EMAIL_SEAL, sealed)))
  const now = platform.clock.now()
  if (until !== null && Date.parse(until) <= now.getTime()) return platform.log.warn('A letter came too late to be sent.', { email })
  const template = (accountEmails as unknown as Readonly<Record<string, Email<never>>>)[email]
  assert(template, `There is no email ${email}`)
  await platform.mailer.send({ to, template: template.name, ...template.compose(values as never) }, messageId, now)
}
