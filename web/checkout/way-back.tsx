import type { PublicCheckout } from '#client/types.ts'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { postToParent } from './frame-messages.ts'
import { isFramed } from './is-framed.ts'
import { tOutcome } from './outcome-messages.ts'

/** Whether there is a way back to the shop: its website, or the page around the frame. */
export const hasWayBack = ({ organization }: PublicCheckout): boolean => isFramed || organization.website !== null

/** Returns to the shop; nothing where there is no way. */
export function WayBack({ checkout }: { checkout: PublicCheckout }) {
  const { name: merchant, website } = checkout.organization
  const label = tOutcome('back', { merchant })
  if (isFramed)
    // The shop is behind the frame.
    return (
      <Button onClick={() => postToParent(checkout, { event: 'close' })} size="tall" variant="primary">
        {label}
      </Button>
    )
  if (website === null) return null
  return (
    <a className={buttonClass({ variant: 'primary', size: 'tall' })} href={website} rel="noreferrer">
      {label}
    </a>
  )
}
