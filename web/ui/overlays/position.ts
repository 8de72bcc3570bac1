const gap = 4
const margin = 8

export interface Point {
  x: number
  y: number
}

/**
 * Positions an open popover at its anchor (an element, or the point of a right click): below, or above if it does not fit below; aligned
 * with the anchor's start or end edge; always inside the window. Sets the position through CSSOM, which a strict style policy allows.
 */
export function position(floating: HTMLElement, anchor: Element | Point, side: 'start' | 'end' | 'centre' = 'start'): void {
  const at = anchor instanceof Element ? anchor.getBoundingClientRect() : new DOMRect(anchor.x, anchor.y, 0, 0)
  const { offsetWidth: width, offsetHeight: height } = floating
  const spaceBelow = window.innerHeight - at.bottom - gap - margin
  const above = height > spaceBelow && at.top - gap - margin > spaceBelow
  const left = side === 'start' ? at.left : side === 'end' ? at.right - width : at.left + at.width / 2 - width / 2
  floating.style.left = `${Math.max(margin, Math.min(left, document.documentElement.clientWidth - width - margin))}px`
  floating.style.top = `${Math.max(margin, above ? at.top - gap - height : at.bottom + gap)}px`
}
