import { type ReactNode, useId } from 'react'
import { Button } from '../actions/button.tsx'
import { useLanguage } from '../language.tsx'
import { Dialog } from './dialog.tsx'

/**
 * Confirms an action that can be undone or repeated. The title names the resource, the children state the consequence, `confirmLabel`
 * repeats the verb. `error` is the reason of a failure.
 */
export function ConfirmDialog(props: {
  open: boolean
  onClose: () => void
  onConfirm: () => void
  title: ReactNode
  confirmLabel: string
  children?: ReactNode | undefined
  busy?: boolean | undefined
  danger?: boolean | undefined
  error?: ReactNode | undefined
}) {
  const { translate } = useLanguage()
  const id = useId()
  return (
    <Dialog
      busy={props.busy}
      describedBy={id}
      foot={
        <>
          <Button disabled={props.busy} onClick={props.onClose}>
            {translate('cancel')}
          </Button>
          <Button busy={props.busy} variant={props.danger ? 'danger' : 'primary'} onClick={props.onConfirm}>
            {props.confirmLabel}
          </Button>
        </>
      }
      onClose={props.onClose}
      open={props.open}
      size="small"
      title={props.title}
    >
      <div className="grid gap-12 text-body text-muted" id={id}>
        {props.children}
      </div>
      {props.error !== undefined && (
        <p className="text-label text-bad" role="alert">
          {props.error}
        </p>
      )}
    </Dialog>
  )
}
