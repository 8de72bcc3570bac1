import type * as en from '../../en/benefit-kinds/license-keys.ts'
import type { Messages } from '../../translator.ts'

/** What customers read about license keys. */
export const customer: Messages<typeof en.customer> = {
  name: 'лицензионный ключ',
  show: 'Показать лицензионный ключ',
  hide: 'Скрыть лицензионный ключ',
  revoked: 'Отозван',
  disabled: 'Отключён',
  lasting: 'Бессрочный.',
  expires: 'Действует до {{date}}',
  usage: 'Использований: {{usage}} из {{limit}}.',
  activations: 'Активаций: {{used}} из {{limit}}',
  deactivate: 'Деактивировать',
  deactivateOne: 'Деактивировать: {{label}}',
  deactivateTitle: 'Деактивировать «{{label}}»?',
  deactivateText: 'Лицензионный ключ перестанет там работать. После этого его можно активировать в другом месте.',
  deactivated: 'Деактивировано: {{label}}',
}
