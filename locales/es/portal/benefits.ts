import type { portalBenefits as en } from '../../en/portal/benefits.ts'
import type { Messages } from '../../translator.ts'

/** The messages of what customers get, in their portal. */
export const portalBenefits: Messages<typeof en> = {
  lead: 'Lo que incluyen sus compras.',
  empty: 'Aún no hay ventajas',
  emptyText: 'Aquí verá las descargas, claves de licencia y membresías de {{merchant}}.',
  pendingText: 'Se está preparando. Vuelva a cargar la página en un momento.',
  failedText: 'Todavía no se ha podido preparar. Lo seguimos intentando; si tarda mucho, contacte con el vendedor.',
  status: { granted: 'Activa', needsYou: 'Acción necesaria', failed: 'Fallida', pending: 'En preparación', ended: 'Terminada' },
  account: {
    link: 'Vincular {{provider}}',
    relink: 'Vincular otra cuenta de {{provider}}',
    unlink: 'Desvincular',
    unlinkTitle: '¿Desvincular su cuenta de {{provider}}?',
    unlinkText: 'El acceso que ya tiene se mantiene hasta que termine. Para un acceso nuevo, vuelva a vincular una cuenta.',
    linked: 'Su cuenta de {{provider}} está vinculada. Tendrá acceso en un momento.',
    unlinked: 'Cuenta de {{provider}} desvinculada',
    needed: 'Vincule su cuenta de {{provider}} para recibir su acceso.',
    pending: 'Su acceso se está preparando. Vuelva a cargar la página en un momento.',
    failed:
      'No se ha podido configurar su acceso. Compruebe que la cuenta de {{provider}} de abajo es suya y sigue activa, o vincule otra. Si el problema continúa, contacte con el vendedor.',
    errors: {
      account_taken: 'Otro cliente ha vinculado esta cuenta de {{provider}}. Inicie sesión en {{provider}} con otra e inténtelo de nuevo.',
      try_again: '{{provider}} no ha respondido. Inténtelo de nuevo en un momento.',
      not_accepted: '{{provider}} no ha confirmado su cuenta. Inténtelo de nuevo.',
      other: 'La cuenta de {{provider}} no se ha vinculado. Inténtelo de nuevo.',
    },
  },
}
