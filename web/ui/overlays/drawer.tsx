import { type ReactNode, useId } from 'react'
import { IconButton } from '../actions/icon-button.tsx'
import { cx } from '../cx.ts'
import { CloseIcon, LeftIcon, RightIcon } from '../icons/index.ts'
import { useLanguage } from '../language.tsx'
import { useModal } from './modal.ts'

/**
 * Shows one item of a list without leaving the list; has its own URL. `onPrevious` and `onNext` move through the list. `foot` is below the
 * scrolled content.
 */
export function Drawer(props: {
  open: boolean
  onClose: () => void
  title: ReactNode
  lead?: ReactNode | undefined
  children: ReactNode
  foot?: ReactNode | undefined
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
  previousLabel?: string | undefined
  nextLabel?: string | undefined
}) {
  const { translate } = useLanguage()
  const id = useId()
  const { dialog, handlers } = useModal(props.open, props.onClose, false)
  return (
    <dialog
      {...handlers}
      aria-labelledby={id}
      className={cx(
        'from-edge fixed inset-y-8 right-8 left-auto m-0 h-auto max-h-none w-520 max-w-[calc(100vw-16px)] overflow-hidden rounded-card border-none bg-float p-0 shadow-float',
        props.open && 'flex flex-col',
      )}
      ref={dialog}
    >
      {props.open && (
        <>
          <div className="flex flex-none justify-between gap-12 pt-20 pr-20 pl-24 max-wide:pr-16 max-wide:pl-16">
            <div className="grid min-w-0 gap-4">
              <h2
                className="flex min-w-0 flex-wrap items-center gap-12 text-lead font-strong tracking-heading [overflow-wrap:anywhere]"
                id={id}
              >
                {props.title}
              </h2>
              {props.lead}
            </div>
            <span className="flex flex-none gap-4 max-wide:-my-10">
              {(props.onPrevious !== undefined || props.onNext !== undefined) && (
                <>
                  <IconButton
                    disabled={props.onPrevious === undefined}
                    icon={LeftIcon}
                    label={props.previousLabel ?? translate('previousPage')}
                    onClick={props.onPrevious}
                  />
                  <IconButton
                    disabled={props.onNext === undefined}
                    icon={RightIcon}
                    label={props.nextLabel ?? translate('nextPage')}
                    onClick={props.onNext}
                  />
                </>
              )}
              <IconButton hint={false} icon={CloseIcon} label={translate('close')} onClick={props.onClose} />
            </span>
          </div>
          <div
            className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-24 overflow-y-auto px-24 pt-16 pb-24 max-wide:px-16"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be focusable by keyboard.
            tabIndex={0}
          >
            {props.children}
          </div>
          {props.foot !== undefined && (
            <div className="flex flex-none items-center justify-between gap-12 border-t border-line py-12 pr-16 pl-24 text-caption text-muted max-wide:flex-wrap max-wide:pl-16">
              {props.foot}
            </div>
          )}
        </>
      )}
    </dialog>
  )
}
