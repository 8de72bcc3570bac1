import { useEffect, useEffectEvent } from 'react'

const patience = 1000

/**
 * Binds a key while the component is on the page: "mod+k" (⌘ or Ctrl), "c", "?", "/", "g p" (one after the other within a second). Letters
 * are not taken while somebody types or a dialog is open; those with `mod` are.
 */
export function useShortcut(press: string, act: (event: KeyboardEvent) => void, enabled = true): void {
  const run = useEffectEvent(act)
  useEffect(() => {
    if (!enabled) return
    const steps = press.split(' ')
    let at = 0
    let since = 0
    const listen = (event: KeyboardEvent) => {
      if (isModifier(event.key)) return
      if (event.defaultPrevented) {
        at = 0
        return
      }
      // A key that does not go on may be the beginning of the next try: "g", then "g o".
      if (event.timeStamp - since > patience || !fits(event, steps[at] ?? '')) at = 0
      const wanted = steps[at] ?? ''
      if (!fits(event, wanted) || (!wanted.startsWith('mod+') && isBusy(event))) {
        at = 0
        return
      }
      since = event.timeStamp
      at += 1
      if (at < steps.length) return
      at = 0
      event.preventDefault()
      run(event)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [press, enabled])
}

function fits(event: KeyboardEvent, wanted: string): boolean {
  const mod = wanted.startsWith('mod+')
  const key = mod ? wanted.slice(4) : wanted
  return event.key.toLowerCase() === key && (event.metaKey || event.ctrlKey) === mod && !event.altKey
}

const isModifier = (key: string) => key === 'Shift' || key === 'Control' || key === 'Meta' || key === 'Alt'

/** Whether a letter belongs to what is being typed in, or to a dialog or menu that is open. */
export function isBusy(event: Event): boolean {
  const target = event.target
  if (target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))) {
    return !(target instanceof HTMLInputElement && /^(checkbox|radio|button|submit)$/.test(target.type))
  }
  return document.querySelector('dialog[open], [role="menu"]:popover-open') !== null
}
