import { useRef } from 'react'
import type { CheckoutConfirm, PublicCheckout } from '#client/types.ts'
import { buyer } from './buyer.ts'
import { confirmOf, type FormCheckout, type FormValues, isByStripe, requiredFields, taxIdOf } from './fields.ts'

/** The input of the updates of a buyer's place, with the functions to which they report. */
interface PlaceUpdates {
  readonly checkout: FormCheckout
  readonly onChanged: (checkout: PublicCheckout) => void
  readonly onTaxIdFault: (text: string) => void
  readonly loadingRefusals: Promise<typeof import('./refusals.ts')>
}

/**
 * Sends the buyer's place and tax id as they change, so that the totals follow. `settle` resolves when no update is on its way, and sends the
 * whole address where `isWhole`, on which the tax of a live sale may depend.
 */
export function usePlace({ checkout, onChanged, onTaxIdFault, loadingRefusals }: PlaceUpdates) {
  const count = useRef(0)
  const pending = useRef<Promise<unknown>>(Promise.resolve())
  const send = async (next: FormValues, address?: CheckoutConfirm['customerBillingAddress']): Promise<void> => {
    if (!next.country) return
    const update = ++count.current
    const result = await buyer.update(checkout.clientSecret, {
      customerBillingAddress: address ?? { country: next.country, state: next.state || null },
      isBusinessCustomer: next.isBusiness,
      customerTaxId: taxIdOf(next),
    })
    // Only the totals of the last of several updates count.
    if (update !== count.current) return
    if (result.error === null) return onChanged(result.data)
    const { taxId } = (await loadingRefusals).faultsFrom(result.error)
    if (taxId === undefined) return
    onTaxIdFault(taxId)
    // The totals follow the country without it.
    await send({ ...next, taxId: '' }, address)
  }
  return {
    settle: async (next: FormValues, isWhole = isByStripe(checkout)): Promise<void> => {
      await pending.current
      if (isWhole) await send(next, confirmOf(next, requiredFields(checkout, next)).customerBillingAddress)
    },
    update: (next: FormValues) => {
      pending.current = Promise.all([pending.current, send(next)])
    },
  }
}
