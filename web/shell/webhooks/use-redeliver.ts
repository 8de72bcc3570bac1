import { useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { t } from '#web/parts/webhooks/messages.ts'
import { useWebhookClient } from '#web/parts/webhooks/webhook-client.ts'
import { toast } from '#web/ui/overlays/toasts.ts'

/** Queues an event for redelivery and shows a toast. `run` returns whether it was queued. */
export function useRedeliver() {
  const action = useAction(useWebhookClient().webhookDeliveries.redeliver, ['webhookDeliveries'])
  const run = async (eventId: string) => {
    const result = await action.run(eventId)
    if (result === null) return false
    toast(result.error === null ? t('deliveries.redelivered') : errorText(result.error), { bad: result.error !== null })
    return result.error === null
  }
  return { busy: action.busy, run }
}
