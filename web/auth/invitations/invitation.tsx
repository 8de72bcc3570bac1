import { lazy, Suspense, useEffect, useState } from 'react'
import type { CallError, InvitationPreview, SessionAndUser, ShownInvitation } from '#client/index.ts'
import { FullPage } from '#web/shell/public/full-page.tsx'
import { auth } from '../client.ts'
import { Answer } from './answer.tsx'
import { type Arrival, arrival } from './arrival.ts'
import { organizations } from './calls.ts'
import { Closed, Failed, Rejected, Unverified, WrongAccount } from './closed.tsx'
import { SignedOut } from './signed-out.tsx'

// An administrator acts as whoever is here: rare, so its code comes only then.
const BorrowedLine = lazy(() => import('#web/shell/impersonation/line.tsx'))

/** What is known after asking: who is here, and what the invitation says to them. */
type Known =
  | { readonly kind: 'out'; readonly preview: InvitationPreview | null }
  | { readonly kind: 'open'; readonly session: SessionAndUser; readonly invitation: ShownInvitation }
  | { readonly kind: 'refused'; readonly session: SessionAndUser; readonly error: CallError; readonly invited: string | undefined }
  | { readonly kind: 'failed'; readonly error: CallError }

async function look({ id, secret }: Arrival): Promise<Known> {
  const preview = async () => (secret === undefined ? null : organizations.previewInvitation({ id, secret }))
  const session = await auth.getSession()
  if (session.error !== null) return { kind: 'failed', error: session.error }
  if (session.data === null) {
    const shown = await preview()
    return shown !== null && shown.error !== null ? { kind: 'failed', error: shown.error } : { kind: 'out', preview: shown?.data ?? null }
  }
  const { data, error } = await organizations.getInvitation({ id, ...(secret !== undefined && { secret }) })
  if (error === null) return { kind: 'open', session: session.data, invitation: data }
  const invited = error.code === 'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION' ? (await preview())?.data?.email : undefined
  return { kind: 'refused', session: session.data, error, invited }
}

/** The page of an invitation: to answer it, or to learn why it cannot be answered. Whoever is not signed in comes back here afterwards. */
export default function InvitationView() {
  const [came] = useState(arrival)
  const [known, setKnown] = useState<Known | null>(null)
  const [rejected, setRejected] = useState<string | null>(null)
  const ask = () => void look(came).then(setKnown)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came does not change.
  useEffect(ask, [])
  const here = known !== null && 'session' in known ? known.session : null
  return (
    <>
      {here?.session.impersonatedBy && (
        <Suspense>
          <BorrowedLine {...here} leave={(page) => location.replace(page)} />
        </Suspense>
      )}
      {rejected !== null ? (
        <Rejected organization={rejected} />
      ) : known === null ? (
        <FullPage>{null}</FullPage>
      ) : (
        <Shown ask={ask} came={came} known={known} onRejected={setRejected} />
      )}
    </>
  )
}

function Shown({ known, came, ask, onRejected }: { known: Known; came: Arrival; ask: () => void; onRejected: (name: string) => void }) {
  if (known.kind === 'out') return <SignedOut id={came.id} preview={known.preview} />
  if (known.kind === 'failed') return <Failing error={known.error} onRetry={ask} />
  const { email } = known.session.user
  if (known.kind === 'open') return <Answer came={came} email={email} invitation={known.invitation} onRejected={onRejected} onStale={ask} />
  if (known.error.code === 'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION')
    return <WrongAccount email={email} id={came.id} invited={known.invited} />
  if (known.error.code === 'EMAIL_NOT_VERIFIED') return <Unverified email={email} id={came.id} />
  return <Failing error={known.error} onRetry={ask} />
}

/** What the server says of an invitation that cannot be answered; anything else may be tried again. */
function Failing({ error, onRetry }: { error: CallError; onRetry: () => void }) {
  if (error.code.startsWith('INVITER_')) return <Closed about="gone" />
  if (error.status === 400 || error.status === 404) return <Closed about="closed" />
  return <Failed error={error} onRetry={onRetry} />
}
