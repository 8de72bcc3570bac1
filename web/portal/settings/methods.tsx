import { lazy, Suspense, useState } from 'react'
import { cardText } from '#web/parts/payments/card-text.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Card, CardBody, CardFoot, CardHead } from '#web/ui/display/card.tsx'
import { CardIcon } from '#web/ui/icons/index.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { StatusPill } from '#web/ui/text/status.tsx'
import type { PaymentMethod } from '../api.ts'
import { Fault } from '../page.tsx'
import { Loaded, useRead } from '../read.tsx'
import { usePortal } from '../state.tsx'
import { useRun } from '../use-run.ts'
import { t } from './messages.ts'

const AddCard = lazy(() => import('./add-card.tsx'))

/** The cards of the customer: which one pays, another one, and what is removed. */
export function PaymentMethods() {
  const { api } = usePortal()
  const read = useRead('methods', () => api.methods())
  const [isAdding, setAdding] = useState(false)
  return (
    <Card id="methods">
      <CardHead title={t('methods.title')} />
      <Loaded read={read} rows={1}>
        {({ items }) => (
          <>
            {items.length === 0 ? (
              <CardBody underHead>
                <p className="text-label text-muted">{t('methods.none')}</p>
              </CardBody>
            ) : (
              <ul className="divide-y divide-line border-t border-line text-label">
                {items.map((method) => (
                  <MethodRow key={method.id} method={method} />
                ))}
              </ul>
            )}
            <CardFoot>
              <Button onClick={() => setAdding(true)}>{t('methods.add')}</Button>
            </CardFoot>
          </>
        )}
      </Loaded>
      {isAdding && (
        <Suspense fallback={null}>
          <AddCard known={read.data?.items.map(({ id }) => id) ?? []} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Card>
  )
}

function MethodRow({ method }: { method: PaymentMethod }) {
  const { api } = usePortal()
  const [isRemoving, setRemoving] = useState(false)
  const change = useRun()
  const removal = useRun()
  const { id, card } = method
  const name = cardText(card)
  const prefer = async () => {
    if (await change.run('prefer', () => api.preferMethod(id))) toast(t('methods.preferred', { card: name }))
  }
  const remove = async () => {
    if (!(await removal.run('remove', () => api.removeMethod(id)))) return
    setRemoving(false)
    toast(t('methods.removed', { card: name }))
  }
  const expiry = card.expMonth === null || card.expYear === null ? null : `${String(card.expMonth).padStart(2, '0')} / ${card.expYear}`
  return (
    <li className="grid gap-4 px-16 py-8">
      <div className="flex min-h-32 flex-wrap items-center gap-x-12 gap-y-4">
        <CardIcon className="flex-none text-muted" />
        <span className="min-w-0 flex-1 basis-160">
          <span className="font-strong">{name}</span>
          {expiry !== null && <span className="block text-caption text-muted tabular-nums">{t('methods.expires', { date: expiry })}</span>}
        </span>
        {method.default ? (
          <StatusPill bare tone="good">
            {t('methods.default')}
          </StatusPill>
        ) : (
          <Button
            aria-label={t('methods.preferOne', { card: name })}
            busy={change.busy !== null}
            onClick={() => void prefer()}
            variant="quiet"
          >
            {t('methods.prefer')}
          </Button>
        )}
        <Button aria-label={t('methods.removeOne', { card: name })} onClick={() => setRemoving(true)} variant="quiet">
          {t('methods.remove')}
        </Button>
      </div>
      <Fault text={change.fault} />
      <ConfirmDialog
        busy={removal.busy !== null}
        confirmLabel={t('methods.remove')}
        danger
        error={removal.fault ?? undefined}
        onClose={() => setRemoving(false)}
        onConfirm={() => void remove()}
        open={isRemoving}
        title={t('methods.removeTitle', { card: name })}
      >
        {t('methods.removeText')}
      </ConfirmDialog>
    </li>
  )
}
