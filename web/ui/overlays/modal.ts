import { type PointerEvent, type SyntheticEvent, useEffect, useEffectEvent, useRef } from 'react'

/** Opens and closes a `<dialog>` as `open` says; a press on the scrim and Escape back out unless busy. */
export function useModal(open: boolean, onClose: () => void, busy: boolean) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const element = dialog.current
    if (element === null) return
    if (open && !element.open) element.showModal()
    if (!open && element.open) element.close()
  }, [open])
  const backOut = {
    onCancel: (event: SyntheticEvent<HTMLDialogElement>) => {
      // The page decides whether it closes; a file field inside cancels as well, and means only itself.
      if (event.target !== event.currentTarget) return
      event.preventDefault()
      if (!busy) close()
    },
    onClose: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (event.target === event.currentTarget && open) close()
    },
    onPointerDown: (event: PointerEvent<HTMLDialogElement>) => {
      if (event.target === event.currentTarget && !busy && isOutside(event)) close()
    },
  }
  return { dialog, backOut }
}

function isOutside(event: PointerEvent<HTMLDialogElement>): boolean {
  const box = event.currentTarget.getBoundingClientRect()
  return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom
}
