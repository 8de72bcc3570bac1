import type { portalSettings as en } from '../../en/portal/settings.ts'
import type { Messages } from '../../translator.ts'

/** The messages of a customer's own record and payment methods, in their portal. */
export const portalSettings: Messages<typeof en> = {
  lead: 'Los datos que {{merchant}} tiene de usted y cómo paga.',
  methods: {
    title: 'Métodos de pago',
    none: 'No hay ningún método de pago guardado. Añada uno para que sus suscripciones puedan renovarse.',
    add: 'Añadir tarjeta',
    addTitle: 'Añadir tarjeta',
    asDefault: 'Usar como predeterminada',
    save: 'Guardar tarjeta',
    added: 'Tarjeta guardada',
    processing: 'La tarjeta se está comprobando y aparecerá aquí en un momento',
    expires: 'Caduca: {{date}}',
    default: 'Predeterminada',
    prefer: 'Usar como predeterminada',
    preferOne: 'Usar como predeterminada: {{card}}',
    preferred: 'Tarjeta predeterminada: {{card}}',
    remove: 'Eliminar',
    removeOne: 'Eliminar {{card}}',
    removeTitle: '¿Eliminar {{card}}?',
    removeText:
      'Las suscripciones que se pagan con ella usarán su método de pago predeterminado. Si no hay ninguno, el próximo pago fallará.',
    removed: 'Se ha eliminado {{card}}',
    approvalTitle: 'Confirme su tarjeta con su banco',
    approvalText: 'Confirme que {{merchant}} puede cobrar en su tarjeta. Esto es una prueba: no se cobra nada en ningún caso.',
    approve: 'Confirmar tarjeta',
    decline: 'Rechazar',
    declined: 'Su banco no ha confirmado la tarjeta, así que no se ha guardado',
  },
  details: {
    title: 'Datos para las facturas',
    name: 'Nombre',
    taxId: 'Número de identificación fiscal',
    taxIdHint: 'Su NIF o número de IVA, si compra como empresa.',
    taxIdFault: 'No es un número de identificación fiscal de su país. Revise el número y el país.',
    countryMissing: 'Elija el país.',
    fault: 'Revise este dato.',
    save: 'Guardar datos',
    saved: 'Datos guardados',
  },
  email: {
    title: 'Correo electrónico',
    present: 'Inicia sesión con {{email}}.',
    byMerchant: 'Para cambiarlo, contacte con {{merchant}}.',
    label: 'Nuevo correo electrónico',
    hint: 'Enviaremos un enlace a ese correo. El cambio se aplica cuando lo abra.',
    send: 'Enviar enlace',
    fault: 'Introduzca un correo electrónico, como nombre@example.com.',
    sent: 'Se ha enviado un enlace a {{email}}. Ábralo para confirmar el nuevo correo electrónico.',
  },
  erasure: {
    title: 'Supresión de sus datos',
    text: 'Puede pedir a {{merchant}} que suprima sus datos personales. Lo que exige la ley, como las facturas, se conserva.',
    action: 'Solicitar supresión',
    dialogTitle: '¿Solicitar la supresión de sus datos?',
    dialogText:
      '{{merchant}} recibe el aviso y revisa su solicitud. Cuando se supriman sus datos, sus suscripciones terminan y pierde el acceso a sus compras.',
    confirm: 'Solicitar supresión',
    requested: 'La solicitó el {{date}}. {{merchant}} contactará con usted.',
  },
}
