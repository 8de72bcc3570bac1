import type * as en from '../../en/benefit-kinds/license-keys.ts'
import type { Messages } from '../../translator.ts'

/** What customers read about license keys. */
export const customer: Messages<typeof en.customer> = {
  name: 'clave de licencia',
  show: 'Mostrar la clave de licencia',
  hide: 'Ocultar la clave de licencia',
  revoked: 'Revocada',
  disabled: 'Desactivada',
  lasting: 'No caduca.',
  expires: 'Caduca el {{date}}.',
  usage: 'Usos: {{usage}} de {{limit}}.',
  activations: 'Activaciones: {{used}} de {{limit}}',
  deactivate: 'Desactivar',
  deactivateOne: 'Desactivar {{label}}',
  deactivateTitle: '¿Desactivar {{label}}?',
  deactivateText: 'La clave de licencia deja de funcionar allí. Después puede activarla en otro lugar.',
  deactivated: 'Se ha desactivado {{label}}',
}
