import type { publicErrors as en } from '../en/errors-public.ts'
import type { Messages } from '../translator.ts'

/** The refusals on every page, and the failures without a response. Kept few: the public pages load them. */
export const publicErrors: Messages<typeof en> = {
  INVALID_EMAIL: 'Introduzca un correo electrónico válido.',
  INVALID_ORIGIN: 'No puede iniciar sesión desde esta URL. Abra la URL propia de Guildhall.',
  VALIDATION_ERROR: 'Revise los campos marcados.',
  RequestValidationError: 'Revise los campos marcados.',
  ResourceNotFound: 'Esto no existe o pertenece a otra organización.',
  NETWORK: 'No podemos conectar con Guildhall. Compruebe su conexión e inténtelo de nuevo.',
  TOO_MANY_REQUESTS: 'Demasiados intentos. Espere un momento e inténtelo de nuevo.',
  UNEXPECTED: 'Algo ha fallado por nuestra parte. No se ha cambiado nada. Inténtelo de nuevo.',
  unknown: 'La solicitud no se ha aceptado. Inténtelo de nuevo o contacte con el soporte indicando este código: {{code}}.',
}
