import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { BareIconButton } from '../actions/bare-icon-button.tsx'
import { cx } from '../cx.ts'
import { CheckIcon, CloseIcon, WarningIcon } from '../icons/index.ts'
import { useLanguage } from '../language.tsx'
import { currentToasts, dismissToast, onToasts, type Toast } from './toasts.ts'

const durationMs = 5000

/** The toasts. Each disappears after five seconds; hover and focus pause the timer. Pages mount `Toaster`, which loads this component. */
export default function Toasts() {
  const { translate } = useLanguage()
  const region = useRef<HTMLElement>(null)
  const toasts = useSyncExternalStore(onToasts, currentToasts)
  // Reopened on each change, so that toasts are above a dialog that opened after the first of them.
  useEffect(() => {
    const element = region.current
    if (element === null) return
    if (element.matches(':popover-open')) element.hidePopover()
    if (toasts.length > 0) element.showPopover()
  }, [toasts])
  return (
    <section
      aria-label={translate('notifications')}
      aria-live="polite"
      className={cx(
        'pointer-events-none fixed top-auto right-16 bottom-16 left-auto m-0 w-360 max-w-[calc(100vw-32px)] content-end gap-8 overflow-visible border-none bg-transparent p-0 open:grid',
        // Beside an open drawer or dialog: over it, a toast would cover the buttons at its foot.
        'wide:in-[:root:has(dialog[open])]:right-auto wide:in-[:root:has(dialog[open])]:left-16',
        'max-wide:in-[:root:has(dialog[open])]:top-16 max-wide:in-[:root:has(dialog[open])]:bottom-auto',
      )}
      popover="manual"
      ref={region}
    >
      {toasts.map((each) => (
        <ToastItem key={each.id} toast={each} />
      ))}
    </section>
  )
}

function ToastItem({ toast }: { toast: Toast }) {
  const { translate } = useLanguage()
  const [isPaused, setIsPaused] = useState(false)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => dismissToast(toast.id), durationMs)
    return () => clearTimeout(timer)
  }, [isPaused, toast.id])
  return (
    <div
      className="from-edge pointer-events-auto flex min-h-44 items-center gap-8 rounded-card bg-float py-8 pr-8 pl-12 text-label shadow-float"
      onBlur={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onPointerEnter={() => setIsPaused(true)}
      onPointerLeave={() => setIsPaused(false)}
      role="status"
    >
      {toast.bad ? <WarningIcon className="text-bad" /> : <CheckIcon className="text-good" />}
      <span className="min-w-0 flex-1">{toast.text}</span>
      {toast.undo !== undefined && (
        <button
          className="h-28 flex-none rounded-control px-8 font-strong text-accent hover:bg-hover"
          onClick={() => {
            toast.undo?.run()
            dismissToast(toast.id)
          }}
          type="button"
        >
          {toast.undo.label}
        </button>
      )}
      <BareIconButton icon={CloseIcon} label={translate('dismiss')} onClick={() => dismissToast(toast.id)} small />
    </div>
  )
}
