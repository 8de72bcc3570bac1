import { useState } from 'react'
import type { CallError, Result } from '#client/index.ts'
import type { ButtonStyle } from '#web/ui/actions/button.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { useCountdown } from './use-countdown.ts'

const resendSeconds = 60

/**
 * A button that sends an email again. After each email it is disabled for a minute, or for as long as the server requires, and counts down.
 * `label` gets the seconds left; `first` is their initial number, if an email was just sent. `onSent` runs after each email.
 */
export function Resend(
  props: ButtonStyle & {
    send: () => Promise<Result<unknown>>
    label: (left: number) => string
    text: (error: CallError) => string
    first?: number | undefined
    onSent?: (() => void) | undefined
  },
) {
  const { send, label, text, first = 0, onSent, ...buttonStyle } = props
  const { left, start } = useCountdown(first)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const run = async () => {
    setBusy(true)
    setFault(null)
    const { error } = await send()
    setBusy(false)
    if (error !== null) {
      setFault(text(error))
      if (error.retryAfter !== null) start(error.retryAfter)
      return
    }
    start(resendSeconds)
    onSent?.()
  }
  return (
    <div className="grid gap-8 justify-items-start">
      <Button {...buttonStyle} busy={busy} disabled={left > 0} onClick={() => void run()}>
        <span className="tabular-nums">{label(left)}</span>
      </Button>
      {fault !== null && (
        <p className="text-label text-bad" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
