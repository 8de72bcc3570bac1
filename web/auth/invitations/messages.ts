import type { CallError } from '#client/index.ts'
import { organizationErrors } from '#messages/organizations/errors-organizations.ts'
import { invitationPage } from '#messages/organizations/invitation-page.ts'
import { locale, messages } from '#web/language.ts'
import { furtherErrorText } from '../further-refusal.ts'

/** The messages of the invitation page. */
export const t = messages(invitationPage)

const tErrors = messages(organizationErrors)

/** The message of a refusal. */
export const invitationErrorText = (error: CallError): string => tErrors.find(error.code) ?? furtherErrorText(error)

/** The names of comma-separated roles. */
export const rolesText = (text: string): string =>
  text
    .split(',')
    .map((role) => t.find(`roles.${role.trim()}`) ?? role.trim())
    .join(', ')

/** The expiry of an invitation. */
export const untilText = (at: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))
