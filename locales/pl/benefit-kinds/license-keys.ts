import type * as en from '../../en/benefit-kinds/license-keys.ts'
import type { Messages } from '../../translator.ts'

/** What customers read about license keys. */
export const customer: Messages<typeof en.customer> = {
  name: 'klucz licencyjny',
  show: 'Pokaż klucz licencyjny',
  hide: 'Ukryj klucz licencyjny',
  revoked: 'Unieważniony',
  disabled: 'Wyłączony',
  lasting: 'Nie wygasa.',
  expires: 'Wygasa {{date}}.',
  usage: 'Liczba użyć: {{usage}} z {{limit}}.',
  activations: 'Liczba aktywacji: {{used}} z {{limit}}',
  deactivate: 'Dezaktywuj',
  deactivateOne: 'Dezaktywuj „{{label}}”',
  deactivateTitle: 'Dezaktywować „{{label}}”?',
  deactivateText: 'Klucz licencyjny przestanie tam działać. Potem możesz aktywować go gdzie indziej.',
  deactivated: 'Dezaktywowano „{{label}}”',
}
