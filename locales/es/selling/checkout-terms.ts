import type { checkoutTerms as en } from '../../en/selling/checkout-terms.ts'
import type { Messages } from '../../translator.ts'

/** What a subscription costs and when, at the checkout. Loaded where something that renews is sold. */
export const checkoutTerms: Messages<typeof en> = {
  month: '{{amount}} al mes',
  year: '{{amount}} al año',
  due: '{{today}} hoy, después {{price}} a partir del {{date}}.',
  dueOnce: '{{today}} hoy, {{first}} el {{date}} y después {{price}} a partir del {{next}}.',
  dueWhile: '{{today}} hoy, {{first}} a partir del {{date}} y después {{price}} a partir del {{next}}.',
  later: '{{first}} y después {{price}} a partir del {{next}}',
  trial: {
    day_one: '{{count}} día gratis.',
    day_many: '{{count}} de días gratis.',
    day_other: '{{count}} días gratis.',
    week_one: '{{count}} semana gratis.',
    week_many: '{{count}} de semanas gratis.',
    week_other: '{{count}} semanas gratis.',
    month_one: '{{count}} mes gratis.',
    month_many: '{{count}} de meses gratis.',
    month_other: '{{count}} meses gratis.',
    year_one: '{{count}} año gratis.',
    year_many: '{{count}} de años gratis.',
    year_other: '{{count}} años gratis.',
  },
  discount: {
    once: '{{value}} de descuento en el primer pago.',
    forever: '{{value}} de descuento en cada pago.',
    repeating_one: '{{value}} de descuento durante {{count}} mes.',
    repeating_many: '{{value}} de descuento durante {{count}} de meses.',
    repeating_other: '{{value}} de descuento durante {{count}} meses.',
  },
  tax: 'Pueden añadirse impuestos.',
  usage: 'Lo que use se cobra al final de cada periodo: {{prices}}.',
  unit: '{{meter}}, {{amount}} por unidad',
  saved: 'Su tarjeta se guarda y cada renovación se cobra en ella automáticamente. Puede cancelar en cualquier momento.',
  savedTrial: 'Su tarjeta se guarda y los pagos se cobran en ella automáticamente a partir del {{date}}. Si cancela antes, no paga nada.',
  openTrial: 'Ahora no necesita tarjeta. Sin un método de pago guardado, la suscripción termina el {{date}}.',
  free: 'Puede cancelar en cualquier momento.',
}
