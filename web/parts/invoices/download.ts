import { client, useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { toast } from '#web/ui/overlays/toasts.ts'

/** Opens the address from which the PDF of an invoice or a credit note is downloaded. */
export function useInvoiceDownload() {
  const action = useAction(client.invoices.download)
  return (id: string) =>
    void action.run(id).then((result) => {
      if (result === null) return
      if (result.error === null) location.assign(result.data.url)
      else toast(errorText(result.error))
    })
}
