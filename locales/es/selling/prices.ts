import type { prices as en } from '../../en/selling/prices.ts'
import type { Messages } from '../../translator.ts'

/** Prices of products in words. */
export const prices: Messages<typeof en> = {
  kinds: {
    fixed: 'Fijo',
    custom: 'Pague lo que quiera',
    free: 'Gratis',
    usage: 'Consumo: {{meter}}',
  },
  once: 'una vez',
  month: '{{price}} / mes',
  year: '{{price}} / año',
  unit: '{{amount}} por unidad',
  withUsage: '{{price}} + consumo',
  onlyUsage_one: 'Consumo, {{count}} precio',
  onlyUsage_many: 'Consumo, {{count}} de precios',
  onlyUsage_other: 'Consumo, {{count}} precios',
  from: 'Desde {{amount}}',
  anyAmount: 'Cualquier importe',
  atLeast: 'Al menos {{amount}}',
  atMost: 'Como máximo {{amount}}',
  suggested: 'Importe sugerido: {{amount}}',
  trial: {
    day_one: 'Empieza con {{count}} día gratis.',
    day_many: 'Empieza con {{count}} de días gratis.',
    day_other: 'Empieza con {{count}} días gratis.',
    week_one: 'Empieza con {{count}} semana gratis.',
    week_many: 'Empieza con {{count}} de semanas gratis.',
    week_other: 'Empieza con {{count}} semanas gratis.',
    month_one: 'Empieza con {{count}} mes gratis.',
    month_many: 'Empieza con {{count}} de meses gratis.',
    month_other: 'Empieza con {{count}} meses gratis.',
    year_one: 'Empieza con {{count}} año gratis.',
    year_many: 'Empieza con {{count}} de años gratis.',
    year_other: 'Empieza con {{count}} años gratis.',
    withMethod: 'La prueba gratuita empieza con un método de pago y después continúa como suscripción de pago.',
    withoutMethod: 'La prueba gratuita empieza sin método de pago. Si al final no hay ninguno, la suscripción termina.',
  },
  billing: 'Facturación',
  billingKinds: { once: 'Pago único', month: 'Mensual', year: 'Anual' },
}
