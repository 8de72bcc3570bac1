import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Customer, SavedPaymentMethod } from '#client/index.ts'
import { apiQuery, client } from '#web/api.ts'
import { t } from '#web/parts/customers/money-messages.ts'
import { DeleteDialog } from '#web/parts/dialogs/delete-dialog.tsx'
import { cardText } from '#web/parts/payments/card-text.ts'
import { Permitted } from '#web/shell/access/permitted.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { Skeletons } from '#web/ui/display/skeleton.tsx'
import { CardIcon, TrashIcon } from '#web/ui/icons/index.ts'
import { Tooltip } from '#web/ui/overlays/tooltip.tsx'
import { StatusPill } from '#web/ui/text/status.tsx'
import { Time } from '#web/ui/text/time.tsx'

/** The payment methods that a customer has saved, and the dialog that removes one. */
export default function PaymentMethodsCard({ customer }: { customer: Customer }) {
  const query = useQuery(apiQuery('customers', 'paymentMethods', customer.id))
  const [removed, setRemoved] = useState<SavedPaymentMethod | null>(null)
  return (
    <Card>
      <CardHead title={t('methods.title')} />
      <CardBody underHead>
        <QueryContent query={query} skeleton={<Skeletons label={t('methods.title')} rows={2} />}>
          {({ items }) =>
            items.length === 0 ? (
              <p className="text-label text-muted">{t('methods.none')}</p>
            ) : (
              <ul className="grid gap-12">
                {items.map((method) => (
                  <Method key={method.id} method={method} onRemove={() => setRemoved(method)} />
                ))}
              </ul>
            )
          }
        </QueryContent>
      </CardBody>
      {removed !== null && <RemoveDialog isLast={query.data?.items.length === 1} method={removed} onClose={() => setRemoved(null)} />}
    </Card>
  )
}

function Method({ method, onRemove }: { method: SavedPaymentMethod; onRemove: () => void }) {
  const { expMonth, expYear } = method
  return (
    <li className="flex items-start gap-12 text-label">
      <CardIcon className="mt-2 flex-none text-muted" />
      <div className="grid min-w-0 flex-1 gap-2">
        <span className="flex flex-wrap items-center gap-x-8 gap-y-4">
          <span className="whitespace-nowrap">{cardText(method)}</span>
          {method.isDefault && (
            <Tooltip text={t('methods.defaultMeaning')}>
              <span>
                <StatusPill bare tone="neutral">
                  {t('methods.default')}
                </StatusPill>
              </span>
            </Tooltip>
          )}
        </span>
        <span className="text-caption text-muted">
          {expMonth !== null && expYear !== null ? (
            t('methods.expires', { month: String(expMonth).padStart(2, '0'), year: String(expYear) })
          ) : (
            <>
              {t('methods.saved')} <Time at={method.createdAt} />
            </>
          )}
        </span>
      </div>
      <Permitted needs="customers:write">
        <IconButton icon={TrashIcon} label={t('methods.remove', { method: cardText(method) })} onClick={onRemove} />
      </Permitted>
    </li>
  )
}

function RemoveDialog(props: { method: SavedPaymentMethod; isLast: boolean; onClose: () => void }) {
  const { customerId, isDefault } = props.method
  const method = cardText(props.method)
  const next = props.isLast ? t('methods.removeLast') : isDefault ? t('methods.removeNext') : ''
  return (
    <DeleteDialog
      id={props.method.id}
      messages={{
        title: t('methods.removeTitle', { method }),
        text: `${t('methods.removeText')} ${next}`.trim(),
        action: t('methods.removeAction'),
        done: t('methods.removed', { method }),
      }}
      onClose={props.onClose}
      open
      remove={(id, options) => client.customers.removePaymentMethod({ customerId, id }, options)}
      stale={['customers']}
    />
  )
}
