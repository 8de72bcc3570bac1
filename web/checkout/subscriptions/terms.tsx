import { useLanguage } from '#web/ui/language.tsx'

import { agreementText, type RecurringCheckout, termsOf } from './labels.ts'

/** The terms of a subscription: beside its price (`offer`) what is paid and when, before the button (`form`) what the buyer agrees to. */
export default function Terms({ checkout, place }: { checkout: RecurringCheckout; place: 'offer' | 'form' }) {
  const { locale } = useLanguage()
  if (place === 'form') return <p className="text-label text-muted">{agreementText(checkout, locale)}</p>
  return (
    <div className="grid gap-2 text-label break-words">
      {termsOf(checkout, locale).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  )
}
