import type { PublicCheckout } from '#client/types.ts'

/** A message that the page posts to the page that frames it. */
export type FrameMessage =
  | { readonly event: 'loaded' | 'confirmed' | 'close' }
  | { readonly event: 'resized'; readonly height: number }
  | { readonly event: 'success'; readonly successURL: string; readonly redirect: boolean }

type Status = PublicCheckout['status']

/** The events of a status after another one; `before` is null when the checkout has just been loaded. */
export function eventsOf(before: Status | null, status: Status): ('loaded' | 'confirmed' | 'success')[] {
  if (before === status) return []
  const isPaid = status === 'succeeded'
  // A payment may succeed at once: the buyer confirmed it nevertheless.
  const isConfirmed = status === 'confirmed' || (isPaid && before === 'open')
  return [
    ...(before === null ? (['loaded'] as const) : []),
    ...(isConfirmed ? (['confirmed'] as const) : []),
    ...(isPaid ? (['success'] as const) : []),
  ]
}

/** Posts a message to the framing page: only to the origin that the merchant has set for the checkout. */
export function postToParent({ embedOrigin }: Pick<PublicCheckout, 'embedOrigin'>, message: FrameMessage): void {
  if (embedOrigin !== null) window.parent.postMessage({ type: 'GUILDHALL_CHECKOUT', ...message }, embedOrigin)
}
