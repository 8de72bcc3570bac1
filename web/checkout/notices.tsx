import { type ReactNode, useState } from 'react'
import type { CallError } from '#client/http.ts'
import type { PublicCheckout } from '#client/types.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Spinner } from '#web/ui/actions/spinner.tsx'
import type { Icon } from '#web/ui/icons/drawn.tsx'
import { ClockIcon, CloudOffIcon, QuestionIcon, ShieldIcon, WarningIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { Id } from '#web/ui/text/id.tsx'
import { formatMoney } from '#web/ui/text/money.ts'
import { tell } from './afterwards-messages.ts'
import { useArrival } from './arrival.ts'
import { say } from './messages.ts'
import { Seller } from './offer.tsx'
import { sandbox } from './session.ts'

/** One thing to say in the middle of the page, with at most two acts below it. */
export function Notice(props: {
  icon?: Icon | undefined
  title: string
  text: ReactNode
  children?: ReactNode
  checkout?: PublicCheckout | undefined
}) {
  const Drawing = props.icon
  const heading = useArrival()
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-448 content-center gap-24 px-24 py-48 max-wide:px-16">
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

/** The sandbox in the place of a bank: the buyer confirms the payment or refuses it. The answer comes by the checkout's own way. */
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
  const amount = formatMoney(locale, checkout.totalAmount, checkout.currency)
  const text = tell('actionText', { amount, merchant: checkout.organization.name })
  return (
    <Notice checkout={checkout} icon={ShieldIcon} text={text} title={tell('actionTitle')}>
      {isLost && <p className="text-label text-bad">{say('faultNetwork')}</p>}
      <div className="flex flex-wrap gap-8">
        <Button busy={busy === 'approve'} disabled={busy === 'refuse'} look="primary" onClick={() => void answer(true)}>
          {tell('approve')}
        </Button>
        <Button busy={busy === 'refuse'} disabled={busy === 'approve'} onClick={() => void answer(false)}>
          {tell('refuse')}
        </Button>
      </div>
    </Notice>
  )
}

/** The payment was sent and its outcome is not known yet. */
export function ProcessingNotice({ checkout }: { checkout: PublicCheckout }) {
  return <Notice checkout={checkout} text={tell('processingText')} title={tell('processing')} />
}

/** The checkout is over without a payment. */
export function OverNotice({ kind, checkout }: { kind: 'expired' | 'failed'; checkout?: PublicCheckout | undefined }) {
  if (kind === 'expired') return <Notice checkout={checkout} icon={ClockIcon} text={tell('expiredText')} title={tell('expiredTitle')} />
  return <Notice checkout={checkout} icon={WarningIcon} text={tell('failedText')} title={tell('failedTitle')} />
}

/** There is no checkout to show: it is over, unknown, or could not be loaded. */
export function ErrorNotice({
  checkout,
  error,
  onRetry,
}: {
  checkout?: PublicCheckout | undefined
  error: CallError
  onRetry: () => void
}) {
  if (error.status === 410) return <OverNotice checkout={checkout} kind="expired" />
  if (error.status === 404 || error.status === 422)
    return <Notice icon={QuestionIcon} text={tell('missingText')} title={tell('missingTitle')} />
  return (
    <Notice icon={CloudOffIcon} text={tell('unreachableText')} title={tell('unreachableTitle')}>
      <div className="flex flex-wrap items-center gap-16">
        <Button onClick={onRetry}>{tell('tryAgain')}</Button>
        {error.requestId !== null && <Id name={tell('reference')} value={error.requestId} />}
      </div>
    </Notice>
  )
}
