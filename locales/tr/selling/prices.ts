import type { prices as en } from '../../en/selling/prices.ts'
import type { Messages } from '../../translator.ts'

/** Prices of products in words. */
export const prices: Messages<typeof en> = {
  kinds: {
    fixed: 'Sabit',
    custom: 'Tutarı siz belirleyin',
    free: 'Ücretsiz',
    usage: 'Kullanım: {{meter}}',
  },
  once: 'tek seferlik',
  month: '{{price}} / ay',
  year: '{{price}} / yıl',
  unit: 'birim başına {{amount}}',
  withUsage: '{{price}} + kullanım',
  onlyUsage_one: 'Kullanım, {{count}} fiyat',
  onlyUsage_other: 'Kullanım, {{count}} fiyat',
  from: 'En az {{amount}}',
  anyAmount: 'İstediğiniz tutar',
  atLeast: 'En az {{amount}}',
  atMost: 'En fazla {{amount}}',
  suggested: 'Önerilen: {{amount}}',
  trial: {
    day_one: 'İlk {{count}} gün ücretsizdir.',
    day_other: 'İlk {{count}} gün ücretsizdir.',
    week_one: 'İlk {{count}} hafta ücretsizdir.',
    week_other: 'İlk {{count}} hafta ücretsizdir.',
    month_one: 'İlk {{count}} ay ücretsizdir.',
    month_other: 'İlk {{count}} ay ücretsizdir.',
    year_one: 'İlk {{count}} yıl ücretsizdir.',
    year_other: 'İlk {{count}} yıl ücretsizdir.',
    withMethod: 'Deneme süresi bir ödeme yöntemiyle başlar, ardından ücretli abonelik olarak devam eder.',
    withoutMethod: 'Deneme süresi ödeme yöntemi olmadan başlar. Sonunda kayıtlı bir yöntem yoksa abonelik sona erer.',
  },
  billing: 'Faturalandırma',
  billingKinds: { once: 'Tek seferlik', month: 'Aylık', year: 'Yıllık' },
}
