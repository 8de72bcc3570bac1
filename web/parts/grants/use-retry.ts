import { client, useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import { t } from './messages.ts'

/** Attempts a failed grant again and shows a toast. */
export function useRetry() {
  const action = useAction(client.benefitGrants.retry, ['benefitGrants'])
  const run = async (id: string) => {
    const result = await action.run(id)
    if (result === null) return
    toast(result.error === null ? t('actions.retried') : errorText(result.error), { bad: result.error !== null })
  }
  return { busy: action.busy, run: (id: string) => void run(id) }
}
