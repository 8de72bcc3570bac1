import type { publicErrors as en } from '../en/errors-public.ts'
import type { Messages } from '../translator.ts'

/** The refusals on every page, and the failures without a response. Kept few: the public pages load them. */
export const publicErrors: Messages<typeof en> = {
  INVALID_EMAIL: 'Wpisz poprawny adres e-mail.',
  INVALID_ORIGIN: 'Nie możesz zalogować się z tego adresu URL. Otwórz adres URL Guildhall.',
  VALIDATION_ERROR: 'Sprawdź zaznaczone pola.',
  RequestValidationError: 'Sprawdź zaznaczone pola.',
  ResourceNotFound: 'To nie istnieje albo należy do innej organizacji.',
  NETWORK: 'Nie możemy połączyć się z Guildhall. Sprawdź połączenie i spróbuj ponownie.',
  TOO_MANY_REQUESTS: 'Zbyt wiele prób. Odczekaj chwilę i spróbuj ponownie.',
  UNEXPECTED: 'Coś się nie udało po naszej stronie. Niczego nie zmieniono. Spróbuj ponownie.',
  unknown: 'To nie zostało przyjęte. Spróbuj ponownie albo skontaktuj się z pomocą, podając kod: {{code}}.',
}
