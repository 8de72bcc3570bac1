import { useRef } from 'react'
import type { PublicCheckout } from '#client/types.ts'
import { buyer } from './buyer.ts'
import { type FormCheckout, type FormValues, taxIdOf } from './fields.ts'

/** What the updates of a buyer's place report. */
interface PlaceUpdates {
  readonly checkout: Pick<FormCheckout, 'clientSecret'>
  readonly onChanged: (checkout: PublicCheckout) => void
  readonly onTaxIdFault: (text: string) => void
  readonly loadingRefusals: Promise<typeof import('./refusals.ts')>
}

/** Sends the buyer's place and tax id as they change, so that the totals follow. `pending` resolves when no update is on its way. */
export function usePlace({ checkout, onChanged, onTaxIdFault, loadingRefusals }: PlaceUpdates) {
  const count = useRef(0)
  const pending = useRef<Promise<unknown>>(Promise.resolve())
  const send = async (next: FormValues): Promise<void> => {
    if (!next.country) return
    const update = ++count.current
    const result = await buyer.update(checkout.clientSecret, {
      customerBillingAddress: { country: next.country, line1: null, line2: null, postalCode: null, city: null, state: next.state || null },
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
    await send({ ...next, taxId: '' })
  }
  return {
    pending,
    update: (next: FormValues) => {
      pending.current = Promise.all([pending.current, send(next)])
    },
  }
}
