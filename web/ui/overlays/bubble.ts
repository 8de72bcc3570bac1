import { position } from './position.ts'

let bubble: HTMLElement | undefined
let anchor: Element | undefined

/** Shows the page's single tooltip element beside `child` and sets it as the description of `child`, unless it equals its label. */
export function showBubble(child: Element, text: string): void {
  if (!child.isConnected) return
  bubble ??= createBubble()
  hideBubble()
  anchor = child
  bubble.textContent = text
  if (child.getAttribute('aria-label') !== text) child.setAttribute('aria-describedby', bubble.id)
  bubble.showPopover()
  document.addEventListener('keydown', hideOnEscape, true)
  position(bubble, child, 'centre')
}

/** Hides the tooltip element; with `child`, only if it is shown for `child`. */
export function hideBubble(child: Element | null | undefined = anchor): void {
  if (child !== anchor || anchor === undefined) return
  if (anchor.getAttribute('aria-describedby') === bubble?.id) anchor.removeAttribute('aria-describedby')
  anchor = undefined
  document.removeEventListener('keydown', hideOnEscape, true)
  if (bubble?.matches(':popover-open')) bubble.hidePopover()
}

/** Hides the tooltip wherever the focus is: the pointer may have opened it. */
function hideOnEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') hideBubble()
}

function createBubble(): HTMLElement {
  const element = document.createElement('div')
  element.id = 'bubble'
  element.role = 'tooltip'
  element.popover = 'manual'
  element.className =
    'floating pointer-events-none fixed m-0 max-w-320 rounded-control border-none bg-text px-8 py-4 text-caption text-canvas'
  document.body.append(element)
  return element
}
