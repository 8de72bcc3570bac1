import { client, useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { t } from '#web/parts/webhooks/messages.ts'
import { toast } from '#web/ui/overlays/toasts.ts'

/** Redelivers an event and shows a toast. */
export function useRedeliver() {
  const action = useAction(client.webhookDeliveries.redeliver, ['webhookDeliveries'])
  const run = async (eventId: string) => {
    const result = await action.run(eventId)
    if (result === null) return
    toast(result.error === null ? t('deliveries.redelivered') : errorText(result.error), { bad: result.error !== null })
  }
  return { busy: action.busy, run }
}
