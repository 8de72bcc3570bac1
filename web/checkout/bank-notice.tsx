import { useState } from 'react'
import type { PublicCheckout } from '#client/types.ts'
import { takeNextAction } from '#web/parts/payments/stripe.ts'
import { t as tStripe } from '#web/parts/payments/stripe-messages.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { ShieldIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { formatMoney } from '#web/ui/text/money.ts'
import { Notice } from './notices.tsx'
import { tOutcome } from './outcome-messages.ts'

/** The step that the bank of a live customer demands: Stripe shows its page, and the result arrives with the checkout. */
export default function BankNotice({
  checkout,
  secret,
  onAnswered,
}: {
  checkout: PublicCheckout
  secret: string
  onAnswered: () => Promise<void>
}) {
  const { locale } = useLanguage()
  const [busy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const ask = async () => {
    setBusy(true)
    const isDone = await takeNextAction(locale, secret).catch(() => false)
    setBusy(false)
    setFailed(!isDone)
    await onAnswered()
  }
  const isCharged = checkout.activeTrialInterval === null && checkout.totalAmount > 0
  const amount = formatMoney(locale, checkout.totalAmount, checkout.currency)
  const text = tStripe(isCharged ? 'actionText' : 'actionSaveText', { amount, merchant: checkout.organization.name })
  return (
    <Notice checkout={checkout} icon={ShieldIcon} text={text} title={tOutcome(isCharged ? 'actionTitle' : 'actionSaveTitle')}>
      {hasFailed && <p className="text-label text-bad">{tStripe('actionFault')}</p>}
      <div>
        <Button busy={busy} onClick={() => void ask()} variant="primary">
          {tOutcome(isCharged ? 'approve' : 'approveSave')}
        </Button>
      </div>
    </Notice>
  )
}
