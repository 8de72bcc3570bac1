import type { checkoutChoices as en } from '../../en/selling/checkout-choices.ts'
import type { Messages } from '../../translator.ts'

/** What buyers may choose at checkout: the product, the amount, a discount code. Loaded where they do. */
export const checkoutChoices: Messages<typeof en> = {
  productLabel: 'Producto',
  productGone: 'Este producto ya no está a la venta.',
  codeLabel: 'Código de descuento',
  codeApply: 'Aplicar',
  codeApplied: 'Descuento',
  codeRemove: 'Quitar',
  codeTooMany: 'Se introdujeron demasiados códigos incorrectos. Puedes pagar sin código.',
  codeUnknown: 'Este código no se puede usar en esta compra.',
  amountLabel: 'Su importe',
  amountLow: 'El mínimo es {{amount}}.',
  amountHigh: 'El máximo es {{amount}}.',
}
