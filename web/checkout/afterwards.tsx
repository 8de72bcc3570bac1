import type { PublicCheckout } from '#client/checkout-types.ts'
import type { CallError } from '#client/http.ts'
import { Confirmation } from './confirmation.tsx'
import { ActionNotice, ErrorNotice, OverNotice, ProcessingNotice } from './notices.tsx'
import { actionOf } from './session.ts'

/** Everything but the form: waiting, paid, over, or nothing to show. `onLook` asks the server again. */
export default function Afterwards(props: { checkout: PublicCheckout | null; error: CallError | null; onLook: () => Promise<void> }) {
  const { checkout, error, onLook } = props
  if (error !== null && (checkout === null || error.status === 410)) {
    return <ErrorNotice checkout={checkout ?? undefined} error={error} onRetry={() => void onLook()} />
  }
  if (checkout?.status === 'succeeded') return <Confirmation checkout={checkout} />
  if (checkout?.status === 'expired' || checkout?.status === 'failed') return <OverNotice checkout={checkout} kind={checkout.status} />
  if (checkout?.status !== 'confirmed') return null
  const action = actionOf(checkout)
  if (action === null) return <ProcessingNotice checkout={checkout} key="processing" />
  return <ActionNotice checkout={checkout} key={action} onAnswered={onLook} secret={action} />
}
