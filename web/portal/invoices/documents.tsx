import { useState } from 'react'
import { Button } from '#web/ui/actions/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { DownloadIcon, FileIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import type { Order } from '../api.ts'
import { failureText } from '../failure-text.ts'
import { daysIn } from '../labels.ts'
import { tPurchase } from '../purchase-messages.ts'
import { Loaded, refreshReads, useRead } from '../read.tsx'
import { usePortal } from '../state.tsx'
import { BuyerForm } from './buyer-form.tsx'

/** The invoice and the credit notes of an order. A paid order without an invoice gets one here, but not by a session of one checkout. */
export function Documents({ order }: { order: Order }) {
  const { api, customer } = usePortal()
  const read = useRead(`documents:${order.id}`, () => api.documents(order.id))
  if (!order.paid || (customer === null && !order.isInvoiceGenerated)) return null
  return (
    <Card>
      <CardHead title={tPurchase('documents.title')} />
      <CardBody underHead>
        <Loaded read={read} rows={1}>
          {({ items }) => items.length > 0 && <DocumentRows items={items} />}
        </Loaded>
        {!order.isInvoiceGenerated && <Generate order={order} />}
      </CardBody>
    </Card>
  )
}

type Items = NonNullable<Awaited<ReturnType<ReturnType<typeof usePortal>['api']['documents']>>['data']>['items']

function DocumentRows({ items }: { items: Items }) {
  const { locale } = useLanguage()
  const { api, shop } = usePortal()
  const { day } = daysIn(shop.organization.billingTimezone, locale)
  const [busy, setBusy] = useState<string>()
  const download = async (id: string) => {
    setBusy(id)
    const { data, error } = await api.downloadDocument(id)
    setBusy(undefined)
    if (error === null) location.assign(data.url)
    else toast(failureText(error))
  }
  return (
    <ul className="grid gap-12">
      {items.map(({ id, kind, number, createdAt, voidedAt }) => (
        <li className="flex items-center justify-between gap-12 text-label" key={id}>
          <span className="grid min-w-0">
            <span className="truncate" translate="no">
              {number}
            </span>
            <span className="text-caption text-muted">
              {tPurchase(voidedAt === null ? `documents.${kind}` : 'documents.void')} · {day(createdAt)}
            </span>
          </span>
          <Button
            aria-label={tPurchase('documents.downloadNumber', { number })}
            busy={busy === id}
            icon={DownloadIcon}
            onClick={() => void download(id)}
          >
            {tPurchase('documents.download')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function Generate({ order }: { order: Order }) {
  const { api } = usePortal()
  const [isEditing, setEditing] = useState(false)
  const [busy, setBusy] = useState(false)
  const isComplete = Boolean(order.billingName) && order.billingAddress !== null
  const generate = async () => {
    setBusy(true)
    const { error } = await api.generateInvoice(order.id)
    setBusy(false)
    if (error !== null) return toast(failureText(error))
    setEditing(false)
    refreshReads()
    toast(tPurchase('documents.ready'))
  }
  if (isEditing) return <BuyerForm onCancel={() => setEditing(false)} onSaved={generate} order={order} />
  return (
    <div className="grid gap-8">
      <p className="text-label text-muted">{tPurchase(isComplete ? 'documents.check' : 'documents.incomplete')}</p>
      <div className="flex flex-wrap gap-8">
        {isComplete && (
          <Button busy={busy} icon={FileIcon} onClick={() => void generate()}>
            {tPurchase('documents.generate')}
          </Button>
        )}
        <Button onClick={() => setEditing(true)} variant={isComplete ? 'quiet' : 'plain'}>
          {tPurchase('documents.enter')}
        </Button>
      </div>
    </div>
  )
}
