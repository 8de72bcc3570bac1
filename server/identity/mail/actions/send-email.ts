import { z } from 'zod'
import { findAccountEmail } from '#emails/index.ts'
import { emailMessages } from '#emails/messages.ts'
import { assert } from '#kernel/assert.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import { DEFAULT_LANGUAGE } from '#kernel/language/languages.ts'
import type { Platform } from '#platform/platform.ts'
import { EMAIL_SEAL } from '../model.ts'

const queuedEmail = z.object({
  email: z.string(),
  to: z.string(),
  // Absent from emails that an older version queued.
  language: z.string().default(DEFAULT_LANGUAGE),
  values: z.record(z.string(), z.unknown()),
  until: z.string().nullable(),
})

/** Composes a sealed email and passes it to the mailer, unless its link has expired. `messageId` is the same at every attempt. */
export async function sendEmail(platform: Platform, sealed: string, messageId: string): Promise<void> {
  const { email, to, language, values, until } = queuedEmail.parse(JSON.parse(platform.secrets.open(EMAIL_SEAL, sealed)))
  const now = platform.clock.now()
  if (until !== null && Date.parse(until) <= now.getTime())
    return platform.log.warn('An email was not sent because its link has expired.', { email })
  const template = findAccountEmail(email)
  assert(template, `Email ${email} does not exist`)
  const context = { t: emailMessages(language), to: shownEmail(to), site: platform.settings.BASE_URL }
  const composed = template.compose(template.values.parse(values), context)
  await platform.mailer.send({ to, template: template.name, ...composed }, messageId, now)
}
