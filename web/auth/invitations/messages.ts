import type { CallError } from '#client/index.ts'
import { organizationErrors } from '#locales/en/organizations/errors-organizations.ts'
import { invitationPage } from '#locales/en/organizations/invitation-page.ts'
import { speaker } from '#locales/speaker.ts'
import { language, locale } from '#web/language.ts'
import { furtherText } from '../further-refusal.ts'

/** Says the sentences of an invitation's page. */
export const t = speaker(language, invitationPage)

const faults = speaker(language, organizationErrors)

/** A refusal in words. */
export const refusedText = (error: CallError): string => faults.find(error.code) ?? furtherText(error)

/** Comma-joined roles in words. */
export const rolesText = (text: string): string =>
  text
    .split(',')
    .map((role) => t.find(`roles.${role.trim()}`) ?? role.trim())
    .join(', ')

/** Until when it can be accepted. */
export const untilText = (at: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))
