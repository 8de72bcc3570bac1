import type { testCards as en } from '../../en/selling/test-cards.ts'
import type { Messages } from '../../translator.ts'

/** What each test card does. Loaded by the checkout page in test mode only. */
export const testCards: Messages<typeof en> = {
  hint: 'Hiçbir ücret alınmaz. {{card}}, ileri bir tarih ve herhangi bir kod kullanın.',
  fillIn: 'Doldur',
  label: 'Test kartı',
  paid: 'Ödendi',
  declined: 'Reddedildi',
  insufficientFunds: 'Reddedildi: yetersiz bakiye',
  lostCard: 'Reddedildi: kayıp kart',
  stolenCard: 'Reddedildi: çalıntı kart',
  expiredCard: 'Reddedildi: süresi dolmuş kart',
  incorrectCvc: 'Reddedildi: yanlış güvenlik kodu',
  processingError: 'Reddedildi: banka hatası',
  fraudulent: 'Dolandırıcılık nedeniyle engellendi',
  savedDeclined: 'Şimdi ve sonra kayıtlı kart olarak reddedilir',
  confirmed: 'Bankada onay gerekir',
  alwaysConfirmed: 'Her seferinde onay gerekir',
  confirmedDeclined: 'Onaylandı, sonra reddedildi',
  disputed: 'Ödendi, sonra itiraz edildi',
  refundLate: 'Ödendi, iadeler bir dakika sürer',
  refundFails: 'Ödendi, iadeler başarısız olur',
  slow: 'Kısa süre sonra ödendi',
  lost: 'Ödendi, ancak yanıt kayboldu',
  doubled: 'Ödendi ve iki kez bildirildi',
  declinedLater: 'Bir dakika sonra reddedildi',
  savedUncovered: 'Şimdi ödendi, kayıtlı kart olarak yetersiz bakiye',
  savedExpired: 'Şimdi ödendi, kayıtlı kart olarak süresi dolmuş',
}
