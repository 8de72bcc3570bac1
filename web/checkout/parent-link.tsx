import { useEffect, useRef } from 'react'
import type { PublicCheckout } from '#client/types.ts'
import { announcedDestination } from './destination.ts'
import { eventsOf, postToParent } from './frame-messages.ts'
import { tOutcome } from './outcome-messages.ts'

/**
 * The connection of an embedded checkout with the page that frames it: posts what happens and how high the content is, and lets the buyer
 * close it by a button or Escape. While a payment is under way it stays open.
 */
export default function ParentLink({ checkout, portalToken }: { checkout: PublicCheckout; portalToken: string | null }) {
  const { status, embedOrigin } = checkout
  const before = useRef<PublicCheckout['status'] | null>(null)
  const isClosable = status !== 'confirmed'
  useEffect(() => {
    const events = eventsOf(before.current, status)
    before.current = status
    for (const event of events) {
      if (event !== 'success') postToParent({ embedOrigin }, { event })
      else {
        const target = announcedDestination(checkout, portalToken)
        postToParent({ embedOrigin }, { event, successURL: target.href, redirect: target.origin !== location.origin })
      }
    }
  }, [checkout, status, embedOrigin, portalToken])
  useEffect(() => {
    const root = document.getElementById('root')
    if (root === null) return
    const observer = new ResizeObserver(() =>
      postToParent({ embedOrigin }, { event: 'resized', height: Math.ceil(root.getBoundingClientRect().height) }),
    )
    observer.observe(root)
    return () => observer.disconnect()
  }, [embedOrigin])
  useEffect(() => {
    if (!isClosable) return
    const onKeyDown = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) postToParent({ embedOrigin }, { event: 'close' })
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [embedOrigin, isClosable])
  if (!isClosable) return null
  return (
    <div className="relative ml-auto w-fit px-8 pt-8 max-wide:-mb-16 wide:fixed wide:top-0 wide:right-0">
      {/* A `BareIconButton` in place: if this page shared it, further screens of the dashboard would load more. */}
      <button
        aria-label={tOutcome('close')}
        className="grid size-32 place-items-center rounded-control text-title text-muted hover:bg-hover pointer-coarse:size-44"
        onClick={() => postToParent({ embedOrigin }, { event: 'close' })}
        type="button"
      >
        ×
      </button>
    </div>
  )
}
