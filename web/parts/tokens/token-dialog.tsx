import { lazy, Suspense } from 'react'
import { Code } from '#web/ui/display/code.tsx'
import { SecretDialog } from '../dialogs/secret-dialog.tsx'
import { t } from './messages.ts'
import { usageSnippet } from './snippet.ts'
import type { TokenFormProps } from './token-form.tsx'

const TokenForm = lazy(() => import('./token-form.tsx'))

/** Creates a token, or updates comment and scopes of a token. Its code loads when it opens. */
export const TokenDialog = (props: TokenFormProps) => (
  <Suspense>
    <TokenForm {...props} />
  </Suspense>
)

/** The secret of a new token, shown only once, with a command to try it. */
export function TokenSecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const messages = {
    title: t('secret.title'),
    description: t('secret.description'),
    label: t('secret.label'),
    warning: t('secret.warning'),
    notCopied: t('secret.notCopied'),
    done: t('actions.done'),
  }
  return (
    <SecretDialog messages={messages} onClose={onClose} secret={secret}>
      <div className="grid min-w-0 gap-6">
        <span className="text-label font-strong">{t('secret.try')}</span>
        <Code name={t('secret.try')} text={usageSnippet(location.origin, secret)} />
      </div>
    </SecretDialog>
  )
}
