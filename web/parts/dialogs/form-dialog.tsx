import { type ReactNode, useId } from 'react'
import { Button } from '#web/ui/actions/button.tsx'
import { AppForm } from '#web/ui/inputs/app-form.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormFailure } from '../form-failure.tsx'
import type { useForm } from '../use-form.ts'

/**
 * A dialog that is a form: its first field has the focus, and Enter, ⌘Enter and ⌘S submit it. `form` is what `useForm` returned. `intro`
 * stands above the fields. `actions` stand before the buttons. `closeLabel` is for a dialog whose own verb is to cancel.
 */
export function FormDialog(props: {
  form: Pick<ReturnType<typeof useForm>, 'props' | 'busy' | 'failure'>
  title: string
  lead?: string | undefined
  intro?: ReactNode | undefined
  submitLabel: string
  closeLabel?: string | undefined
  danger?: boolean | undefined
  size?: 'small' | 'normal' | undefined
  actions?: ReactNode | undefined
  onClose: () => void
  children: ReactNode
}) {
  const { form, title, lead, intro, submitLabel, closeLabel, danger = false, size, actions, onClose, children } = props
  const { translate } = useLanguage()
  const id = useId()
  return (
    <Dialog
      busy={form.busy}
      foot={
        <>
          {actions}
          <Button disabled={form.busy} onClick={onClose}>
            {closeLabel ?? translate('cancel')}
          </Button>
          <Button busy={form.busy} form={id} variant={danger ? 'danger' : 'primary'} type="submit">
            {submitLabel}
          </Button>
        </>
      }
      lead={lead}
      onClose={onClose}
      open
      size={size}
      title={title}
    >
      {intro !== undefined && <p className="text-body text-muted">{intro}</p>}
      <AppForm {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-16" focusFirst id={id} saveKey>
        {children}
        <FormFailure text={form.failure} />
      </AppForm>
    </Dialog>
  )
}
