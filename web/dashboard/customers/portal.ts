import type { Customer } from '#client/index.ts'
import { client, useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { toast } from '#web/ui/overlays/toasts.ts'

/** Opens the portal as the customer sees it, in a new tab. The audit log records it. */
export function usePortal({ id, organizationId }: Pick<Customer, 'id' | 'organizationId'>): () => void {
  const create = useAction(client.customerSessions.create)
  return () => {
    // Browsers allow a new tab only during the click, before the answer.
    const tab = window.open('about:blank', '_blank')
    if (tab !== null) tab.opener = null
    void create.run({ customerId: id, organizationId }).then((result) => {
      if (result?.error === null) {
        if (tab === null) location.assign(result.data.customerPortalUrl)
        else tab.location.replace(result.data.customerPortalUrl)
        return
      }
      tab?.close()
      if (result !== null) toast(errorText(result.error), { bad: true })
    })
  }
}
