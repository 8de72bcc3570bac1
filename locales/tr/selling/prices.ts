import type { prices as en } from '../../en/selling/prices.ts'
import type { Messages } from '../../translator.ts'

/** Prices of products: their kinds in words, and their form. */
export const prices: Messages<typeof en> = {
  kinds: {
    fixed: 'Sabit',
    custom: 'İstediğiniz kadar ödeyin',
    free: 'Ücretsiz',
    usage: 'Kullanım: {{meter}}',
  },
  once: 'bir kez',
  month: '{{price}} / ay',
  year: '{{price}} / yıl',
  unit: 'birim başına {{amount}}',
  withUsage: '{{price}} + kullanım',
  onlyUsage_one: 'Kullanım, {{count}} fiyat',
  onlyUsage_other: 'Kullanım, {{count}} fiyat',
  from: 'En düşük {{amount}}',
  anyAmount: 'Herhangi bir tutar',
  atLeast: 'En az {{amount}}',
  atMost: 'En çok {{amount}}',
  suggested: 'Önerilen: {{amount}}',
  trial: {
    day_one: '{{count}} ücretsiz günle başlar.',
    day_other: '{{count}} ücretsiz günle başlar.',
    week_one: '{{count}} ücretsiz haftayla başlar.',
    week_other: '{{count}} ücretsiz haftayla başlar.',
    month_one: '{{count}} ücretsiz ayla başlar.',
    month_other: '{{count}} ücretsiz ayla başlar.',
    year_one: '{{count}} ücretsiz yılla başlar.',
    year_other: '{{count}} ücretsiz yılla başlar.',
    withMethod: 'Deneme bir ödeme yöntemiyle başlar ve ücretli abonelik olarak devam eder.',
    withoutMethod: 'Deneme ödeme yöntemi olmadan başlar. Sonunda bir tane yoksa abonelik biter.',
  },
  billing: 'Faturalama',
  billingKinds: { once: 'Tek seferlik', month: 'Aylık', year: 'Yıllık' },
}
