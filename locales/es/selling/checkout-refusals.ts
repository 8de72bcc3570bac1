import type { checkoutRefusals as en } from '../../en/selling/checkout-refusals.ts'
import type { Messages } from '../../translator.ts'

/** What the server's refusals mean at the checkout. Loaded in parallel with it. */
export const checkoutRefusals: Messages<typeof en> = {
  valueLow: 'Introduzca {{bound}} o más.',
  valueHigh: 'Introduzca {{bound}} o menos.',
  faultInvalid: 'Revise este campo.',
  faultAddress: 'No se puede calcular el impuesto de esta dirección. Revise todos sus datos.',
  faultTaxId: 'No es un número de identificación fiscal de ese país.',
  faultDeclined: 'Use otra tarjeta.',
  faultSubscribed: 'Este correo electrónico ya tiene una suscripción aquí. Cancélela antes o use otro correo.',
  taxUnavailable: 'Ahora mismo no se puede calcular el impuesto. No se ha cobrado nada. Inténtelo de nuevo en un minuto.',
  totalChanged: 'El impuesto ha cambiado el total. Revíselo y después pague. Todavía no se ha cobrado nada.',
  trialUsed: 'Ya hubo una prueba con este correo o esta tarjeta. La página muestra ahora lo que se paga hoy. No se ha cobrado nada.',
}
