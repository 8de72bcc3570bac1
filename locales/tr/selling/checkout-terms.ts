import type { checkoutTerms as en } from '../../en/selling/checkout-terms.ts'
import type { Messages } from '../../translator.ts'

/** What a subscription costs and when, at the checkout. Loaded where something that renews is sold. */
export const checkoutTerms: Messages<typeof en> = {
  month: 'ayda {{amount}}',
  year: 'yılda {{amount}}',
  due: 'Bugün {{today}}; {{date}} tarihinden itibaren {{price}}.',
  dueOnce: 'Bugün {{today}}; {{date}} tarihinde {{first}}; {{next}} tarihinden itibaren {{price}}.',
  dueWhile: 'Bugün {{today}}; {{date}} tarihinden itibaren {{first}}; {{next}} tarihinden itibaren {{price}}.',
  later: '{{first}}, {{next}} tarihinden itibaren {{price}}',
  trial: {
    day_one: '{{count}} gün ücretsiz.',
    day_other: '{{count}} gün ücretsiz.',
    week_one: '{{count}} hafta ücretsiz.',
    week_other: '{{count}} hafta ücretsiz.',
    month_one: '{{count}} ay ücretsiz.',
    month_other: '{{count}} ay ücretsiz.',
    year_one: '{{count}} yıl ücretsiz.',
    year_other: '{{count}} yıl ücretsiz.',
  },
  discount: {
    once: 'İlk ödemede {{value}} indirim.',
    forever: 'Her ödemede {{value}} indirim.',
    repeating_one: '{{count}} ay boyunca {{value}} indirim.',
    repeating_other: '{{count}} ay boyunca {{value}} indirim.',
  },
  tax: 'Vergi eklenebilir.',
  usage: 'Kullanımınız her dönemin sonunda ücretlendirilir: {{prices}}.',
  unit: '{{meter}}, birim başına {{amount}}',
  saved: 'Kartınız kaydedilir ve yenilemeler bu karttan otomatik tahsil edilir. İstediğiniz zaman iptal edebilirsiniz.',
  savedTrial: 'Kartınız kaydedilir, {{date}} tarihinden itibaren otomatik tahsilat yapılır. Daha önce iptal ederseniz ücret ödemezsiniz.',
  openTrial: 'Şimdi kart gerekmez. Kayıtlı ödeme yöntemi yoksa abonelik {{date}} tarihinde sona erer.',
  free: 'İstediğiniz zaman iptal edebilirsiniz.',
}
