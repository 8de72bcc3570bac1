import type { adminWebhooks as en } from '../../en/admin/webhooks.ts'
import type { Messages } from '../../translator.ts'

/** The operator's webhooks, beside the messages of merchants' webhooks. */
export const adminWebhooks: Messages<typeof en> = {
  title: 'Webhooks',
  description: 'Guildhall ruft diese URLs auf, wenn mit einem Konto oder einer Organisation etwas geschieht.',
  emptyTitle: 'Noch keine Webhooks',
  emptyText:
    'Ein Webhook meldet Ihren eigenen Systemen, dass sich jemand registriert, seine E-Mail-Adresse bestätigt, sein Konto gelöscht hat oder einer Organisation beigetreten ist. Jeder Aufruf ist signiert, wird hier protokolliert und wiederholt, bis Ihr Server ihn annimmt.',
  history: 'Hier erscheint, wer diesen Webhook geändert hat.',
}
