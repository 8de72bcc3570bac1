import type * as en from '../../en/benefit-kinds/license-keys.ts'
import type { Messages } from '../../translator.ts'

/** What customers read about license keys. */
export const customer: Messages<typeof en.customer> = {
  name: 'lisans anahtarı',
  show: 'Lisans anahtarını göster',
  hide: 'Lisans anahtarını gizle',
  revoked: 'İptal edildi',
  disabled: 'Devre dışı',
  lasting: 'Süresi dolmaz.',
  expires: 'Son geçerlilik tarihi: {{date}}.',
  usage: 'Kullanım: {{usage}} / {{limit}}.',
  activations: 'Etkinleştirme: {{used}} / {{limit}}',
  deactivate: 'Devre dışı bırak',
  deactivateOne: 'Devre dışı bırak: {{label}}',
  deactivateTitle: '{{label}} devre dışı bırakılsın mı?',
  deactivateText: 'Lisans anahtarı orada çalışmayı bırakır. Sonra başka bir yerde etkinleştirebilirsiniz.',
  deactivated: '{{label}} devre dışı bırakıldı',
}
