import type { publicErrors as en } from '../en/errors-public.ts'
import type { Messages } from '../translator.ts'

/** The refusals on every page, and the failures without a response. Kept few: the public pages load them. */
export const publicErrors: Messages<typeof en> = {
  INVALID_EMAIL: 'Geben Sie eine gültige E-Mail-Adresse ein.',
  INVALID_ORIGIN: 'Öffnen Sie die eigene URL von Guildhall, um sich anzumelden.',
  VALIDATION_ERROR: 'Prüfen Sie die markierten Felder.',
  RequestValidationError: 'Prüfen Sie die markierten Felder.',
  ResourceNotFound: 'Dies existiert nicht oder gehört zu einer anderen Organisation.',
  NETWORK: 'Wir erreichen Guildhall nicht. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  TOO_MANY_REQUESTS: 'Zu viele Versuche. Warten Sie einen Moment und versuchen Sie es erneut.',
  unknown: 'Dies wurde nicht angenommen. Versuchen Sie es erneut, oder nennen Sie dem Support diesen Code: {{code}}.',
  UNEXPECTED: 'Bei uns ist etwas schiefgelaufen. Es wurde nichts geändert. Versuchen Sie es erneut.',
}
