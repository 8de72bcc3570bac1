import { lazy, Suspense, useState } from 'react'
import { cardText } from '#web/parts/payments/card-text.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Choices } from '#web/ui/inputs/choices.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { formatMoney } from '#web/ui/text/money.ts'
import type { Order, PaymentStatus } from '../api.ts'
import { Fault } from '../page.tsx'
import { Loaded, useRead } from '../read.tsx'
import { usePortal } from '../state.tsx'
import { Approval } from './approval.tsx'
import { t } from './messages.ts'
import { usePayment } from './use-payment.ts'

const AddCard = lazy(() => import('../settings/add-card.tsx'))

const NEW_CARD = 'new'

/** Pays an overdue order with a saved card or another one; `payment` is the attempt that was made last. */
export default function PayDialog(props: { order: Order; payment: PaymentStatus | null; onClose: () => void }) {
  const { order, onClose } = props
  const { locale } = useLanguage()
  const { api, shop } = usePortal()
  const methods = useRead('methods', () => api.methods())
  const [picked, setPicked] = useState<string | null>(null)
  const [isAdding, setAdding] = useState(false)
  const { state, pay, watch } = usePayment(order.id, props.payment, onClose)
  const cards = methods.data?.items ?? []
  const chosen = picked ?? cards.find((each) => each.default)?.id ?? NEW_CARD
  const amount = formatMoney(locale, order.dueAmount, order.currency)
  if (state.secret !== null)
    return (
      <Approval
        approve={t('dialog.confirm')}
        decline={t('dialog.decline')}
        onAnswer={() => void watch(state.secret)}
        onClose={onClose}
        secret={state.secret}
        text={t('dialog.approvalText', { amount, merchant: shop.organization.name })}
        title={t('dialog.approvalTitle')}
      />
    )
  if (isAdding)
    return (
      <Suspense fallback={null}>
        <AddCard
          known={cards.map(({ id }) => id)}
          onClose={() => setAdding(false)}
          onSaved={(id) => {
            setAdding(false)
            setPicked(id)
            void pay(id)
          }}
        />
      </Suspense>
    )
  return (
    <Dialog
      busy={state.isBusy}
      foot={
        <>
          <Button disabled={state.isBusy} onClick={onClose}>
            {t('dialog.leave')}
          </Button>
          <Button
            busy={state.isBusy}
            disabled={methods.data === null}
            onClick={() => (chosen === NEW_CARD ? setAdding(true) : void pay(chosen))}
            variant="primary"
          >
            {chosen === NEW_CARD ? t('dialog.addCard') : t('dialog.pay', { amount })}
          </Button>
        </>
      }
      lead={t('dialog.lead', { product: order.product.name })}
      onClose={onClose}
      open
      size="small"
      title={t('dialog.title', { amount })}
    >
      <div className="grid gap-16">
        <Loaded read={methods} rows={2}>
          {({ items }) => (
            <Choices
              label={t('dialog.cards')}
              onChange={setPicked}
              options={[
                ...items.map(({ id, card, default: isDefault }) => ({
                  value: id,
                  title: cardText(card),
                  text: isDefault ? t('dialog.default') : undefined,
                  disabled: state.isBusy,
                })),
                { value: NEW_CARD, title: t('dialog.newCard'), text: t('dialog.newCardText'), disabled: state.isBusy },
              ]}
              value={chosen}
            />
          )}
        </Loaded>
        {state.isWaiting && <Banner tone="info">{t('dialog.waiting')}</Banner>}
        <Fault text={state.fault} />
      </div>
    </Dialog>
  )
}
