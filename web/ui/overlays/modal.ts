import { type PointerEvent, type SyntheticEvent, useEffect, useEffectEvent, useRef } from 'react'

/** Opens and closes a `<dialog>` according to `open`. A click on the backdrop and Escape close it unless busy. */
export function useModal(open: boolean, onClose: () => void, busy: boolean) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const element = dialog.current
    if (element === null) return
    if (!open) return element.close()
    const opener = document.activeElement
    if (!element.open) element.showModal()
    // `close()` returns the focus by itself. A dialog that is removed while it is open would leave the focus nowhere.
    return () => {
      if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus()
    }
  }, [open])
  const handlers = {
    onCancel: (event: SyntheticEvent<HTMLDialogElement>) => {
      // The component decides whether the dialog closes. A file input inside also fires `cancel`, which concerns only the input.
      if (event.target !== event.currentTarget) return
      event.preventDefault()
      if (!busy) close()
    },
    onClose: (event: SyntheticEvent<HTMLDialogElement>) => {
      // The event comes later than the closing: by then the dialog may be open again.
      if (event.target === event.currentTarget && open && !event.currentTarget.open) close()
    },
    onPointerDown: (event: PointerEvent<HTMLDialogElement>) => {
      if (event.target === event.currentTarget && !busy && isOutside(event)) close()
    },
  }
  return { dialog, handlers }
}

function isOutside(event: PointerEvent<HTMLDialogElement>): boolean {
  const box = event.currentTarget.getBoundingClientRect()
  return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom
}
