import type { ui as en } from '../en/ui.ts'
import type { Messages } from '../translator.ts'

/** The messages of the basic components of the design system, on every page. */
export const ui: Messages<typeof en> = {
  copy: 'Kopyala',
  copied: 'Kopyalandı',
  optional: 'İsteğe bağlı',
  showPassword: 'Parolayı göster',
  hidePassword: 'Parolayı gizle',
  loading: 'Yükleniyor',
  failedTitle: 'Bir sorun oluştu',
  failedText: 'Yeniden deneyin veya destek ekibine istek kimliğini iletin.',
  offlineTitle: 'Çevrimdışısınız',
  offlineText: 'Guildhall’a ulaşamıyoruz. Bu sayfa güncel olmayabilir.',
  tryAgain: 'Yeniden dene',
  requestId: 'İstek kimliği',
}
