import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Customer } from '#client/index.ts'
import { apiQuery, client, useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { t } from '#web/parts/customers/change-messages.ts'
import { nameOf } from '#web/parts/customers/identity.tsx'
import { detailHref } from '#web/parts/detail-href.ts'
import { Permitted } from '#web/shell/access/permitted.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'

/** The customers that are shown at once; the next ones follow when these are decided. */
const SHOWN_MAXIMUM = 10

/**
 * The customers whose external id was taken over from a purchase with a typed address, which anybody could have typed. The merchant keeps each
 * id, or removes it. Nothing where there are none.
 */
export function DoubtfulIds() {
  const { id: organizationId } = useOrganization()
  const [removed, setRemoved] = useState<Customer | null>(null)
  const { data } = useQuery(apiQuery('customers', 'list', { organizationId, isExternalIdDoubtful: true, limit: SHOWN_MAXIMUM }))
  if (data === undefined || data.items.length === 0) return null
  return (
    <div className="pb-16">
      <Banner tone="warn">
        <div className="grid gap-8">
          <strong className="font-strong">{t('doubtful.title', { count: data.pagination.totalCount })}</strong>
          <p>{t('doubtful.text')}</p>
          <ul className="grid gap-8">
            {data.items.map((customer) => (
              <DoubtfulId customer={customer} key={customer.id} onRemove={() => setRemoved(customer)} />
            ))}
          </ul>
        </div>
        {removed !== null && <RemoveDialog customer={removed} onClose={() => setRemoved(null)} />}
      </Banner>
    </div>
  )
}

function DoubtfulId({ customer, onRemove }: { customer: Customer; onRemove: () => void }) {
  const { slug } = useOrganization()
  const keep = useAction(client.customers.update, ['customers'])
  return (
    <li className="flex flex-wrap items-center gap-x-12 gap-y-4">
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <Link href={detailHref(slug, 'customers', customer.id)}>{nameOf(customer)}</Link> <code>{customer.externalId}</code>
      </span>
      <Permitted needs="customers:write">
        <span className="flex flex-wrap gap-8">
          <Button busy={keep.busy} onClick={() => void keep.run(customer.id, { externalId: customer.externalId })}>
            {t('doubtful.keep')}
          </Button>
          <Button onClick={onRemove}>{t('doubtful.remove')}</Button>
        </span>
      </Permitted>
      {keep.error !== null && <span role="alert">{errorText(keep.error)}</span>}
    </li>
  )
}

function RemoveDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const remove = useAction(client.customers.removeExternalId, ['customers'])
  const confirm = async () => {
    const result = await remove.run(customer.id)
    if (result === null || result.error !== null) return
    onClose()
    toast(t('doubtful.removed', { name: nameOf(customer) }))
  }
  return (
    <ConfirmDialog
      busy={remove.busy}
      confirmLabel={t('doubtful.remove')}
      danger
      error={remove.error === null ? undefined : errorText(remove.error)}
      onClose={onClose}
      onConfirm={() => void confirm()}
      open
      title={t('doubtful.removeTitle', { name: nameOf(customer) })}
    >
      <p>{t('doubtful.removeText')}</p>
    </ConfirmDialog>
  )
}
