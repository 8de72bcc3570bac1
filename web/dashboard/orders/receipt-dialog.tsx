import { useQuery } from '@tanstack/react-query'
import type { Order } from '#client/index.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import { apiQuery, client, useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { MailFrame } from '#web/parts/mail-frame.tsx'
import { t } from '#web/parts/orders/messages.ts'
import { Permitted } from '#web/shell/access/permitted.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { EnvelopeIcon } from '#web/ui/icons/index.ts'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'

/** The receipt of an order as its customer gets it, and a button that sends it again. */
export default function ReceiptDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { id, customer } = order
  const email = shownEmail(customer.email)
  const receipt = useQuery(apiQuery('orders', 'receiptEmail', id))
  const send = useAction(client.orders.sendReceiptEmail, ['orders'])
  const submit = async () => {
    const result = await send.run(id)
    if (!result || result.error) return
    onClose()
    toast(t('receipt.queued', { email }))
  }
  return (
    <Dialog
      busy={send.busy}
      foot={
        customer.deletedAt === null && (
          <Permitted needs="orders:write">
            <Button busy={send.busy} icon={EnvelopeIcon} onClick={() => void submit()} variant="primary">
              {t('receipt.send')}
            </Button>
          </Permitted>
        )
      }
      lead={t('receipt.lead', { email })}
      onClose={onClose}
      open
      title={t('receipt.title', { number: order.number })}
    >
      {send.error && <Banner tone="bad">{send.error.status === 429 ? t('receipt.limit') : errorText(send.error)}</Banner>}
      <QueryContent query={receipt}>
        {({ html, subject, language }) => (
          <>
            <p className="text-label [overflow-wrap:anywhere]">
              <span className="text-muted">{t('receipt.subject')}</span> <span lang={language}>{subject}</span>
            </p>
            <div className="overflow-hidden rounded-well border border-line">
              <MailFrame html={html} title={t('receipt.frame', { number: order.number })} />
            </div>
          </>
        )}
      </QueryContent>
    </Dialog>
  )
}
