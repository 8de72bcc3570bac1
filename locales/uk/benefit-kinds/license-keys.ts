import type * as en from '../../en/benefit-kinds/license-keys.ts'
import type { Messages } from '../../translator.ts'

/** What customers read about license keys. */
export const customer: Messages<typeof en.customer> = {
  name: 'ліцензійний ключ',
  show: 'Показати ліцензійний ключ',
  hide: 'Сховати ліцензійний ключ',
  revoked: 'Відкликано',
  disabled: 'Вимкнено',
  lasting: 'Безстроковий.',
  expires: 'Діє до {{date}}',
  usage: 'Використань: {{usage}} з {{limit}}.',
  activations: 'Активацій: {{used}} з {{limit}}',
  deactivate: 'Деактивувати',
  deactivateOne: 'Деактивувати: {{label}}',
  deactivateTitle: 'Деактивувати «{{label}}»?',
  deactivateText: 'Там ліцензійний ключ перестане працювати. Потім його можна активувати деінде.',
  deactivated: 'Деактивовано: {{label}}',
}
