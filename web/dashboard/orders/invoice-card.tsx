import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Order } from '#client/index.ts'
import { apiQuery, client, useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { AddressLines } from '#web/parts/customers/address.tsx'
import { useInvoiceDownload } from '#web/parts/invoices/download.ts'
import { t } from '#web/parts/invoices/messages.ts'
import { Permitted } from '#web/shell/access/permitted.tsx'
import { BillingDay } from '#web/shell/billing-day.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { DownloadIcon, FileIcon, PencilIcon } from '#web/ui/icons/index.ts'
import { toast } from '#web/ui/overlays/toasts.ts'

const BuyerDialog = lazy(() => import('./buyer-dialog.tsx'))

const most = 100

/** The buyer whom an order's invoice names, and its invoice and credit notes. */
export function InvoiceCard({ order }: { order: Order }) {
  const [isEditing, setEditing] = useState(false)
  const query = { organizationId: order.customer.organizationId, orderId: order.id, limit: most, sorting: ['created_at'] as const }
  const documents = useQuery(apiQuery('invoices', 'list', query)).data?.items ?? []
  const download = useInvoiceDownload()
  const { billingAddress, billingName } = order
  return (
    <Card>
      <CardHead title={t('card')}>
        {!order.isInvoiceGenerated && (
          <Permitted needs="orders:write">
            <Button icon={PencilIcon} onClick={() => setEditing(true)} variant="quiet">
              {t('buyerDialog.open')}
            </Button>
          </Permitted>
        )}
      </CardHead>
      <CardBody underHead>
        {billingAddress === null ? (
          <p className="text-label text-muted">{billingName ?? t('noBuyer')}</p>
        ) : (
          <AddressLines address={billingAddress} name={billingName ?? order.customer.name} />
        )}
        {documents.length > 0 && (
          <ul className="grid gap-8">
            {documents.map(({ id, kind, number, voidedAt, createdAt }) => (
              <li className="flex items-center justify-between gap-8 text-label" key={id}>
                <span className="grid min-w-0">
                  <span className="truncate" translate="no">
                    {number}
                  </span>
                  <span className="text-caption text-muted">
                    {voidedAt === null ? t(`kinds.${kind}`) : t('voided', { kind: t(`kinds.${kind}`) })} · <BillingDay at={createdAt} />
                  </span>
                </span>
                <Button aria-label={t('downloadNumber', { number })} icon={DownloadIcon} onClick={() => download(id)}>
                  {t('pdf')}
                </Button>
              </li>
            ))}
          </ul>
        )}
        {order.paid && !order.isInvoiceGenerated && (
          <Permitted needs="orders:write">
            <Generate onIncomplete={() => setEditing(true)} order={order} />
          </Permitted>
        )}
      </CardBody>
      {isEditing && (
        <Suspense>
          <BuyerDialog onClose={() => setEditing(false)} order={order} />
        </Suspense>
      )}
    </Card>
  )
}

function Generate({ order, onIncomplete }: { order: Order; onIncomplete: () => void }) {
  const generate = useAction(client.orders.generateInvoice, ['orders', 'invoices'])
  const isComplete = Boolean(order.billingName) && order.billingAddress !== null
  const run = async () => {
    if (!isComplete) return onIncomplete()
    const result = await generate.run(order.id)
    if (!result) return
    toast(result.error === null ? t('generated', { number: order.number }) : errorText(result.error))
  }
  return (
    <div className="grid gap-8">
      <p className="text-caption text-muted">{t(isComplete ? 'generateText' : 'incomplete')}</p>
      <div>
        <Button busy={generate.busy} icon={FileIcon} onClick={() => void run()}>
          {t('generate')}
        </Button>
      </div>
    </div>
  )
}
