import type { Checkout } from '#client/index.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import { Avatar } from '#web/parts/avatar.tsx'
import { t } from './messages.ts'

type Buyer = Pick<Checkout, 'customerName' | 'customerEmail'>

/** The buyer of a checkout: name, otherwise email, otherwise a text for an unknown buyer. */
export const buyerOf = ({ customerName: name, customerEmail: email }: Buyer): string =>
  name?.trim() || (email ? shownEmail(email) : t('noBuyer'))

/** The buyer in a row. */
export function BuyerName({ checkout }: { checkout: Buyer }) {
  const name = buyerOf(checkout)
  const isKnown = Boolean(checkout.customerName?.trim() || checkout.customerEmail)
  return (
    <span className="flex min-w-0 items-center gap-12">
      <span className="contents max-wide:hidden">
        {isKnown ? (
          <Avatar name={name} />
        ) : (
          <span aria-hidden="true" className="size-24 flex-none rounded-full border border-dashed border-edge" />
        )}
      </span>
      <span className={isKnown ? 'truncate' : 'truncate font-regular text-muted'}>{name}</span>
    </span>
  )
}
