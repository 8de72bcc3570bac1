import type { publicErrors as en } from '../en/errors-public.ts'
import type { Messages } from '../translator.ts'

/** The refusals on every page, and the failures without a response. Kept few: the public pages load them. */
export const publicErrors: Messages<typeof en> = {
  INVALID_EMAIL: 'Wpisz poprawny adres e-mail.',
  INVALID_ORIGIN: 'Pod tym adresem URL nie można się zalogować. Otwórz właściwy adres URL Guildhall.',
  VALIDATION_ERROR: 'Sprawdź wyróżnione pola.',
  RequestValidationError: 'Sprawdź wyróżnione pola.',
  ResourceNotFound: 'To nie istnieje albo należy do innej organizacji.',
  NETWORK: 'Nie możemy połączyć się z Guildhall. Sprawdź połączenie i spróbuj ponownie.',
  TOO_MANY_REQUESTS: 'Zbyt wiele prób. Odczekaj chwilę i spróbuj ponownie.',
  UNEXPECTED: 'Coś poszło nie tak po naszej stronie. Niczego nie zmieniono. Spróbuj ponownie.',
  unknown: 'Żądanie nie zostało przyjęte. Spróbuj ponownie albo skontaktuj się z pomocą techniczną, podając kod: {{code}}.',
}
