import type { checkoutRefusals as en } from '../../en/selling/checkout-refusals.ts'
import type { Messages } from '../../translator.ts'

/** What the server's refusals mean at the checkout. Loaded in parallel with it. */
export const checkoutRefusals: Messages<typeof en> = {
  valueLow: 'En az {{bound}} girin.',
  valueHigh: 'En fazla {{bound}} girin.',
  faultInvalid: 'Bu alanı kontrol edin.',
  faultAddress: 'Bu adresin vergisi hesaplanamıyor. Her bölümünü kontrol edin.',
  faultTaxId: 'Bu, o ülkenin vergi numarası değil.',
  faultDeclined: 'Başka bir kart kullanın.',
  faultSubscribed: 'Bu e-posta adresiyle burada zaten bir abonelik var. Önce aboneliği iptal edin veya başka bir adres kullanın.',
  taxUnavailable: 'Vergi şu anda hesaplanamıyor. Hiçbir ücret alınmadı. Bir dakika sonra yeniden deneyin.',
  totalChanged: 'Vergi toplam tutarı değiştirdi. Tutarı kontrol edip ödeyin. Henüz bir ücret alınmadı.',
  trialUsed: 'Bu adres veya kartla daha önce bir deneme yapıldı. Sayfa artık bugün ödenecek tutarı gösteriyor. Ücret alınmadı.',
}
