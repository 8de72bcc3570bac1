import { useEffect, useEffectEvent } from 'react'

const sequenceTimeoutMs = 1000

/**
 * Binds a key while the component is on the page: "mod+k" (⌘ or Ctrl), "c", "?", "/", "g p" (in sequence, within a second). Shortcuts
 * without `mod` are ignored while the user types or a dialog is open.
 */
export function useShortcut(keys: string, onPress: (event: KeyboardEvent) => void, enabled = true): void {
  const run = useEffectEvent(onPress)
  useEffect(() => {
    if (!enabled) return
    const steps = keys.split(' ')
    let at = 0
    let since = 0
    const listen = (event: KeyboardEvent) => {
      if (isModifier(event.key)) return
      if (event.defaultPrevented) {
        at = 0
        return
      }
      // A key that does not continue the sequence may start a new one: "g", then "g o".
      if (event.timeStamp - since > sequenceTimeoutMs || !matches(event, steps[at] ?? '')) at = 0
      const expected = steps[at] ?? ''
      if (!matches(event, expected) || (!expected.startsWith('mod+') && isBusy(event))) {
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
  }, [keys, enabled])
}

function matches(event: KeyboardEvent, expected: string): boolean {
  const mod = expected.startsWith('mod+')
  const key = mod ? expected.slice(4) : expected
  return event.key.toLowerCase() === key && (event.metaKey || event.ctrlKey) === mod && !event.altKey
}

const isModifier = (key: string) => key === 'Shift' || key === 'Control' || key === 'Meta' || key === 'Alt'

/** Whether the focus is in a text field, or a dialog or menu is open. */
export function isBusy(event: Event): boolean {
  const target = event.target
  if (target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))) {
    return !(target instanceof HTMLInputElement && /^(checkbox|radio|button|submit)$/.test(target.type))
  }
  return document.querySelector('dialog[open], [role="menu"]:popover-open') !== null
}
