import type { ui as en } from '../en/ui.ts'
import type { Messages } from '../translator.ts'

/** The messages of the basic components of the design system, on every page. */
export const ui: Messages<typeof en> = {
  copy: 'Copiar',
  copied: 'Copiado',
  optional: 'Opcional',
  showPassword: 'Mostrar la contraseña',
  hidePassword: 'Ocultar la contraseña',
  loading: 'Cargando',
  failedTitle: 'Algo ha fallado',
  failedText: 'Inténtelo de nuevo o contacte con el soporte indicando el ID de la solicitud.',
  offlineTitle: 'Sin conexión',
  offlineText: 'No podemos conectar con Guildhall. Esta página puede no estar actualizada.',
  tryAgain: 'Reintentar',
  requestId: 'ID de la solicitud',
}
