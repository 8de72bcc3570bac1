import type { ComposedEmail, OrganizationEmail, OrganizationEmailContext } from '#emails/email.ts'
import { emailMessages } from '#emails/messages.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import { DEFAULT_LANGUAGE } from '#kernel/language/languages.ts'
import type { Merchant } from '#merchant/merchants/model.ts'

/** An email about an organization, and who gets it. `language` is null if it is unknown, English then. */
export interface DraftEmailInput {
  readonly template: OrganizationEmail
  readonly values: unknown
  readonly merchant: Merchant
  readonly recipient: { readonly to: string; readonly language: string | null }
  /** When what it reports happened; by default at the merchant's present time. */
  readonly happenedAt?: Date | undefined
  readonly purchase: OrganizationEmailContext['purchase']
  /** Without a slash at its end. */
  readonly baseUrl: string
}

/** Composes an email about an organization in the language of its recipient. Throws where the values are not those of the template. */
export function draftEmail(input: DraftEmailInput): ComposedEmail {
  const { template, values, merchant, recipient, happenedAt, purchase, baseUrl } = input
  const t = emailMessages(recipient.language ?? DEFAULT_LANGUAGE)
  const context = { t, to: shownEmail(recipient.to), site: baseUrl, organization: senderOf(merchant, { baseUrl, happenedAt }), purchase }
  return template.compose(template.values.parse(values), context)
}

/** The organization in its emails. Its logo only if this server keeps it: another server would learn who reads the email. */
function senderOf(
  merchant: Merchant,
  { baseUrl, happenedAt }: Pick<DraftEmailInput, 'baseUrl' | 'happenedAt'>,
): OrganizationEmailContext['organization'] {
  const { name, slug, mode, avatarUrl, email, website, frozenAt, billingTimezone: timezone } = merchant
  const logo = avatarUrl?.startsWith(`${baseUrl}/`) ? avatarUrl : null
  const testClock = frozenAt && { at: happenedAt ?? frozenAt, timezone }
  return { name, slug, isTest: mode === 'test', timezone, testClock, logo, email, website }
}
