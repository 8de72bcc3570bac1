import type { CallError } from '#client/http.ts'
import type { PublicCheckout } from '#client/types.ts'
import { Confirmation } from './confirmation.tsx'
import { ActionNotice, EndedNotice, ErrorNotice, ProcessingNotice } from './notices.tsx'
import { actionOf } from './session.ts'

/** Every state but the open form: waiting, paid, ended, or an error. `onReload` reloads the checkout. */
export default function Outcome(props: { checkout: PublicCheckout | null; error: CallError | null; onReload: () => Promise<void> }) {
  const { checkout, error, onReload } = props
  if (error !== null && (checkout === null || error.status === 410)) {
    return <ErrorNotice checkout={checkout ?? undefined} error={error} onRetry={() => void onReload()} />
  }
  if (checkout?.status === 'succeeded') return <Confirmation checkout={checkout} />
  if (checkout?.status === 'expired' || checkout?.status === 'failed') return <EndedNotice checkout={checkout} kind={checkout.status} />
  if (checkout?.status !== 'confirmed') return null
  const action = actionOf(checkout)
  if (action === null) return <ProcessingNotice checkout={checkout} key="processing" />
  return <ActionNotice checkout={checkout} key={action} onAnswered={onReload} secret={action} />
}
