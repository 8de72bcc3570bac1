import { useState } from 'react'
import { takeNextAction } from '#web/parts/payments/stripe.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { publicApi } from '../api.ts'
import { failureText } from '../failure-text.ts'
import { Fault } from '../page.tsx'

/** The beginning of the secrets of the sandbox. */
const SANDBOX = 'sandbox_'

/** The approval at a bank: on Stripe's page, or on the sandbox's replacement for one. `onAnswer` is called once the bank has the answer. */
export function Approval(props: {
  secret: string
  title: string
  text: string
  approve: string
  decline: string
  onAnswer: (isApproved: boolean) => void
  onClose: () => void
}) {
  const { secret, title, text, approve, decline, onAnswer, onClose } = props
  const { locale } = useLanguage()
  const [busy, setBusy] = useState<'approve' | 'decline' | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const answer = async (isApproved: boolean) => {
    setBusy(isApproved ? 'approve' : 'decline')
    setFault(null)
    if (!secret.startsWith(SANDBOX)) {
      const isConfirmed = await takeNextAction(locale, secret).catch(() => false)
      setBusy(null)
      return onAnswer(isConfirmed)
    }
    const { error } = await publicApi.answerAction(secret, { approve: isApproved }, { idempotencyKey: `${secret}:${isApproved}` })
    setBusy(null)
    if (error !== null) return setFault(failureText(error))
    onAnswer(isApproved)
  }
  return (
    <Dialog
      busy={busy !== null}
      foot={
        <>
          {secret.startsWith(SANDBOX) && (
            <Button busy={busy === 'decline'} disabled={busy === 'approve'} onClick={() => void answer(false)}>
              {decline}
            </Button>
          )}
          <Button busy={busy === 'approve'} disabled={busy === 'decline'} onClick={() => void answer(true)} variant="primary">
            {approve}
          </Button>
        </>
      }
      onClose={onClose}
      open
      size="small"
      title={title}
    >
      <p className="text-muted">{text}</p>
      <Fault text={fault} />
    </Dialog>
  )
}
