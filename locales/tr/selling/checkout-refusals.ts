import type { checkoutRefusals as en } from '../../en/selling/checkout-refusals.ts'
import type { Messages } from '../../translator.ts'

/** What the server's refusals mean at the checkout. Loaded in parallel with it. */
export const checkoutRefusals: Messages<typeof en> = {
  valueLow: '{{bound}} veya daha fazlasını girin.',
  valueHigh: '{{bound}} veya daha azını girin.',
  faultInvalid: 'Bu alanı kontrol edin.',
  faultTaxId: 'Bu, o ülkenin vergi numarası değil.',
  faultDeclined: 'Başka bir kart kullanın.',
  faultSubscribed: 'Bu e-posta adresinin burada zaten bir aboneliği var. Önce onu iptal edin veya başka bir e-posta kullanın.',
}
