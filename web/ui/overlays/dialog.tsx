import { type ReactNode, useId } from 'react'
import { BareIconButton } from '../actions/bare-icon-button.tsx'
import { cx } from '../cx.ts'
import { CloseIcon } from '../icons/index.ts'
import { useLanguage } from '../language.tsx'
import { useModal } from './modal.ts'

/**
 * A modal dialog, based on `<dialog>`: focus stays inside, Escape closes it, and focus returns afterwards. `foot` holds the actions, the
 * primary one last; `note` is left of them. `busy` keeps it open. `onClose` is called however the dialog is closed.
 */
export function Dialog(props: {
  open: boolean
  onClose: () => void
  title: ReactNode
  lead?: ReactNode | undefined
  children?: ReactNode | undefined
  foot?: ReactNode | undefined
  note?: ReactNode | undefined
  busy?: boolean | undefined
  size?: 'small' | 'normal' | undefined
  /** The id of a text inside that screen readers read with the title. */
  describedBy?: string | undefined
}) {
  const { translate } = useLanguage()
  const id = useId()
  const { dialog, handlers } = useModal(props.open, props.onClose, props.busy ?? false)
  return (
    <dialog
      {...handlers}
      aria-describedby={props.describedBy}
      aria-labelledby={id}
      className={cx(
        'floating m-0 mx-auto max-h-[calc(100dvh-32px)] max-w-[calc(100vw-32px)] overflow-y-auto rounded-card border-none bg-float p-0 shadow-float',
        'max-wide:mt-auto max-wide:mb-16 wide:mt-72',
        props.size === 'small' ? 'w-440' : 'w-560',
      )}
      ref={dialog}
    >
      {props.open && (
        <>
          <div className="flex justify-between gap-12 pt-20 pr-20 pl-24 max-wide:pr-16 max-wide:pl-16">
            <div className="grid min-w-0 gap-2 pt-2">
              <h2 className="text-lead font-strong tracking-heading [overflow-wrap:anywhere]" id={id}>
                {props.title}
              </h2>
              {props.lead !== undefined && <p className="text-label text-muted">{props.lead}</p>}
            </div>
            <span className="flex-none max-wide:-my-8">
              <BareIconButton disabled={props.busy} icon={CloseIcon} label={translate('close')} onClick={props.onClose} />
            </span>
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-16 px-24 pt-16 pb-24 max-wide:px-16">{props.children}</div>
          {props.foot !== undefined && (
            <div className="flex items-center justify-between gap-12 border-t border-line py-12 pr-16 pl-24 max-wide:flex-wrap max-wide:pl-16">
              <span className="min-w-0 text-caption text-muted">{props.note}</span>
              <span className="flex flex-wrap justify-end gap-8">{props.foot}</span>
            </div>
          )}
        </>
      )}
    </dialog>
  )
}
