import type { testCards as en } from '../../en/selling/test-cards.ts'
import type { Messages } from '../../translator.ts'

/** What each test card does. Loaded by the checkout page in test mode only. */
export const testCards: Messages<typeof en> = {
  hint: 'No se cobra nada. Use {{card}}, cualquier fecha futura y cualquier código.',
  fillIn: 'Rellenar',
  label: 'Tarjeta de prueba',
  paid: 'Pagado',
  declined: 'Rechazado',
  insufficientFunds: 'Rechazado: fondos insuficientes',
  lostCard: 'Rechazado: tarjeta perdida',
  stolenCard: 'Rechazado: tarjeta robada',
  expiredCard: 'Rechazado: tarjeta caducada',
  incorrectCvc: 'Rechazado: código de seguridad incorrecto',
  processingError: 'Rechazado: error del banco',
  fraudulent: 'Bloqueado por fraude',
  savedDeclined: 'Rechazado ahora y después como tarjeta guardada',
  confirmed: 'Debe confirmarse en el banco',
  alwaysConfirmed: 'Debe confirmarse cada vez',
  confirmedDeclined: 'Confirmado y después rechazado',
  disputed: 'Pagado y después disputado',
  refundLate: 'Pagado, los reembolsos tardan un minuto',
  refundFails: 'Pagado, los reembolsos fallan',
  slow: 'Pagado tras un momento',
  lost: 'Pagado, pero se pierde la respuesta',
  doubled: 'Pagado y notificado dos veces',
  declinedLater: 'Rechazado un minuto después',
  savedUncovered: 'Pagado ahora, sin fondos como tarjeta guardada',
  savedExpired: 'Pagado ahora, caducada como tarjeta guardada',
}
