import { lazy, Suspense, useEffect, useState } from 'react'
import type { CallError, InvitationPreview, RecipientInvitation, SessionAndUser } from '#client/index.ts'
import { FullPage } from '#web/shell/public/full-page.tsx'
import { auth } from '../client.ts'
import { AnswerView } from './answer.tsx'
import { organizations } from './calls.ts'
import { ClosedView, FailedView, RejectedView, UnverifiedView, WrongAccountView } from './closed.tsx'
import { type InvitationLink, readInvitationLink } from './link.ts'
import { SignedOutView } from './signed-out.tsx'

// Impersonation is rare, so its code loads only when it is used.
const ImpersonationBanner = lazy(() => import('#web/shell/impersonation/banner.tsx'))

/** The loaded state: the session, and the invitation or the refusal. */
type InvitationState =
  | { readonly kind: 'out'; readonly preview: InvitationPreview | null }
  | { readonly kind: 'open'; readonly session: SessionAndUser; readonly invitation: RecipientInvitation }
  | { readonly kind: 'refused'; readonly session: SessionAndUser; readonly error: CallError; readonly invited: string | undefined }
  | { readonly kind: 'failed'; readonly error: CallError }

async function loadInvitation({ id, secret }: InvitationLink): Promise<InvitationState> {
  const preview = async () => (secret === undefined ? null : organizations.previewInvitation({ id, secret }))
  const session = await auth.getSession()
  if (session.error !== null) return { kind: 'failed', error: session.error }
  if (session.data === null) {
    const previewed = await preview()
    return previewed !== null && previewed.error !== null
      ? { kind: 'failed', error: previewed.error }
      : { kind: 'out', preview: previewed?.data ?? null }
  }
  const { data, error } = await organizations.getInvitation({ id, ...(secret !== undefined && { secret }) })
  if (error === null) return { kind: 'open', session: session.data, invitation: data }
  const invited = error.code === 'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION' ? (await preview())?.data?.email : undefined
  return { kind: 'refused', session: session.data, error, invited }
}

/** The page of an invitation: accepts or declines it, or shows why that is not possible. Returns here after a sign-in. */
export default function InvitationView() {
  const [link] = useState(readInvitationLink)
  const [state, setState] = useState<InvitationState | null>(null)
  const [rejected, setRejected] = useState<string | null>(null)
  const reload = () => void loadInvitation(link).then(setState)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link does not change.
  useEffect(reload, [])
  const current = state !== null && 'session' in state ? state.session : null
  return (
    <>
      {current?.session.impersonatedBy && (
        <Suspense>
          <ImpersonationBanner {...current} leave={(page) => location.replace(page)} />
        </Suspense>
      )}
      {rejected !== null ? (
        <RejectedView organization={rejected} />
      ) : state === null ? (
        <FullPage>{null}</FullPage>
      ) : (
        <InvitationContent reload={reload} link={link} state={state} onRejected={setRejected} />
      )}
    </>
  )
}

function InvitationContent({
  state,
  link,
  reload,
  onRejected,
}: {
  state: InvitationState
  link: InvitationLink
  reload: () => void
  onRejected: (name: string) => void
}) {
  if (state.kind === 'out') return <SignedOutView id={link.id} preview={state.preview} />
  if (state.kind === 'failed') return <RefusedView error={state.error} onRetry={reload} />
  const { email } = state.session.user
  if (state.kind === 'open')
    return <AnswerView link={link} email={email} invitation={state.invitation} onRejected={onRejected} onStale={reload} />
  if (state.error.code === 'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION')
    return <WrongAccountView email={email} id={link.id} invited={state.invited} />
  if (state.error.code === 'EMAIL_NOT_VERIFIED') return <UnverifiedView email={email} id={link.id} />
  return <RefusedView error={state.error} onRetry={reload} />
}

/** Shows the refusal of an invitation that is no longer pending; any other error offers a retry. */
function RefusedView({ error, onRetry }: { error: CallError; onRetry: () => void }) {
  if (error.code.startsWith('INVITER_')) return <ClosedView reason="gone" />
  if (error.status === 400 || error.status === 404) return <ClosedView reason="closed" />
  return <FailedView error={error} onRetry={onRetry} />
}
