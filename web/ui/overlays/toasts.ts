/** The result of an action, in the past tense ("Webhook secret rotated"), with an undo action where there is one. */
export interface Toast {
  readonly id: number
  readonly text: string
  readonly bad: boolean
  readonly undo?: { readonly label: string; readonly run: () => void } | undefined
}

const maxToasts = 3
let toasts: readonly Toast[] = []
let next = 1
const listeners = new Set<() => void>()

function setToasts(changed: readonly Toast[]): void {
  toasts = changed
  for (const each of listeners) each()
}

/** Shows the result of an action that has left the page; not for validation errors. `bad` marks a failure. */
export function toast(text: string, options: { bad?: boolean; undo?: Toast['undo'] } = {}): void {
  setToasts([...toasts, { id: next, text, bad: options.bad ?? false, undo: options.undo }].slice(-maxToasts))
  next += 1
}

export const dismissToast = (id: number): void => setToasts(toasts.filter((each) => each.id !== id))
export const currentToasts = (): readonly Toast[] => toasts
export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
