/** One result, in the past tense ("Webhook secret rotated"), with a way back where there is one. */
export interface Toast {
  readonly id: number
  readonly text: string
  readonly bad: boolean
  readonly undo?: { readonly label: string; readonly act: () => void } | undefined
}

const most = 3
let toasts: readonly Toast[] = []
let next = 1
const readers = new Set<() => void>()

function set(changed: readonly Toast[]): void {
  toasts = changed
  for (const each of readers) each()
}

/** Tells a result whose place has gone; never a fault of what was typed. `bad` marks a failure. */
export function toast(text: string, options: { bad?: boolean; undo?: Toast['undo'] } = {}): void {
  set([...toasts, { id: next, text, bad: options.bad ?? false, undo: options.undo }].slice(-most))
  next += 1
}

export const dismissToast = (id: number): void => set(toasts.filter((each) => each.id !== id))
export const currentToasts = (): readonly Toast[] => toasts
export function onToasts(reader: () => void): () => void {
  readers.add(reader)
  return () => readers.delete(reader)
}
