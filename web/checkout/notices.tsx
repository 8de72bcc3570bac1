import { type ReactNode, useState } from 'react'
import type { CallError } from '#client/http.ts'
import type { PublicCheckout } from '#client/types.ts'
import { sandbox } from '#web/parts/checkouts/page/buyer.ts'
import { t } from '#web/parts/checkouts/page/messages.ts'
import { Seller } from '#web/parts/checkouts/page/offer.tsx'
import { useHeadingFocus } from '#web/shell/public/use-heading-focus.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Spinner } from '#web/ui/actions/spinner.tsx'
import type { Icon } from '#web/ui/icons/icon.tsx'
import { ClockIcon, CloudOffIcon, QuestionIcon, ShieldIcon, StopIcon, WarningIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { Id } from '#web/ui/text/id.tsx'
import { formatMoney } from '#web/ui/text/money.ts'
import { tOutcome } from './outcome-messages.ts'
import { hasWayBack, WayBack } from './way-back.tsx'

/** A message in the middle of the page, with at most two actions below it. */
export function Notice(props: {
  icon?: Icon | undefined
  title: string
  text: ReactNode
  children?: ReactNode
  checkout?: PublicCheckout | undefined
}) {
  const Drawing = props.icon
  const heading = useHeadingFocus()
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-448 content-center gap-24 framed:min-h-0 px-24 py-48 max-wide:px-16">
      {props.checkout !== undefined && <Seller checkout={props.checkout} />}
      <section className="grid gap-16 rounded-card border border-line bg-surface p-24" role="status">
        <span className="grid size-40 place-items-center rounded-card border border-line bg-hover text-muted">
          {Drawing === undefined ? <Spinner /> : <Drawing size={20} />}
        </span>
        <div className="grid gap-4">
          <h1 className="text-lead font-strong tracking-heading outline-none" ref={heading} tabIndex={-1}>
            {props.title}
          </h1>
          <p className="text-muted">{props.text}</p>
        </div>
        {props.children}
      </section>
    </main>
  )
}

/** The sandbox's replacement for a bank's confirmation: the buyer approves or refuses the payment. The result arrives with the checkout. */
export function ActionNotice({
  checkout,
  secret,
  onAnswered,
}: {
  checkout: PublicCheckout
  secret: string
  onAnswered: () => Promise<void>
}) {
  const { locale } = useLanguage()
  const [busy, setBusy] = useState<'approve' | 'refuse' | null>(null)
  const [isLost, setLost] = useState(false)
  const answer = async (approve: boolean) => {
    setBusy(approve ? 'approve' : 'refuse')
    const result = await sandbox.answerAction(secret, { approve }, { idempotencyKey: `${secret}:${approve}`, retry: 2 })
    setLost(result.error !== null)
    if (result.error !== null) setBusy(null)
    await onAnswered()
  }
  const isCharged = checkout.activeTrialInterval === null && checkout.totalAmount > 0
  const amount = formatMoney(locale, checkout.totalAmount, checkout.currency)
  const text = tOutcome(isCharged ? 'actionText' : 'actionSaveText', { amount, merchant: checkout.organization.name })
  return (
    <Notice checkout={checkout} icon={ShieldIcon} text={text} title={tOutcome(isCharged ? 'actionTitle' : 'actionSaveTitle')}>
      {isLost && <p className="text-label text-bad">{t('faultNetwork')}</p>}
      <div className="flex flex-wrap gap-8">
        <Button busy={busy === 'approve'} disabled={busy === 'refuse'} variant="primary" onClick={() => void answer(true)}>
          {tOutcome(isCharged ? 'approve' : 'approveSave')}
        </Button>
        <Button busy={busy === 'refuse'} disabled={busy === 'approve'} onClick={() => void answer(false)}>
          {tOutcome('refuse')}
        </Button>
      </div>
    </Notice>
  )
}

/** The payment is being processed. */
export function ProcessingNotice({ checkout }: { checkout: PublicCheckout }) {
  return <Notice checkout={checkout} text={tOutcome('processingText')} title={tOutcome('processing')} />
}

/** The checkout ended without a payment. */
export function EndedNotice({ kind, checkout }: { kind: 'expired' | 'failed'; checkout?: PublicCheckout | undefined }) {
  const [icon, text, title] =
    kind === 'expired'
      ? [ClockIcon, tOutcome('expiredText'), tOutcome('expiredTitle')]
      : [WarningIcon, tOutcome('failedText'), tOutcome('failedTitle')]
  return (
    <Notice checkout={checkout} icon={icon} text={text} title={title}>
      {checkout !== undefined && hasWayBack(checkout) && (
        <div className="flex">
          <WayBack checkout={checkout} />
        </div>
      )}
    </Notice>
  )
}

/** The operator lets the seller take no payments. */
export function BlockedNotice({ checkout }: { checkout?: PublicCheckout | undefined }) {
  return <Notice checkout={checkout} icon={StopIcon} text={tOutcome('blockedText')} title={tOutcome('blockedTitle')} />
}

/** The checkout has expired, does not exist, or could not be loaded. */
export function ErrorNotice({
  checkout,
  error,
  onRetry,
}: {
  checkout?: PublicCheckout | undefined
  error: CallError
  onRetry: () => void
}) {
  if (error.status === 410) return <EndedNotice checkout={checkout} kind="expired" />
  if (error.status === 404 || error.status === 422)
    return <Notice icon={QuestionIcon} text={tOutcome('missingText')} title={tOutcome('missingTitle')} />
  return (
    <Notice icon={CloudOffIcon} text={tOutcome('unreachableText')} title={tOutcome('unreachableTitle')}>
      <div className="flex flex-wrap items-center gap-16">
        <Button onClick={onRetry}>{tOutcome('tryAgain')}</Button>
        {error.requestId !== null && <Id name={tOutcome('reference')} value={error.requestId} />}
      </div>
    </Notice>
  )
}
