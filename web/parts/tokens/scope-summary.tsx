import type { AccessToken } from '#client/index.ts'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { t } from './messages.ts'
import { presetOf } from './scopes.ts'

/** A summary of a token's scopes, with a popover that lists them all. */
export function ScopeSummary({ token }: { token: AccessToken }) {
  return (
    <Popover
      label={t('showScopes', { name: token.comment })}
      trigger={(trigger) => (
        <button
          {...trigger}
          className="rounded-key text-muted underline decoration-line-strong decoration-dotted underline-offset-3 hover:text-text pointer-coarse:min-h-44"
          title={token.scopes.join('\n')}
          type="button"
        >
          {summaryOf(token.scopes)}
        </button>
      )}
    >
      {() => (
        <ul className="grid gap-4 font-mono text-caption">
          {token.scopes.map((scope) => (
            <li key={scope}>{scope}</li>
          ))}
        </ul>
      )}
    </Popover>
  )
}

function summaryOf(scopes: readonly string[]): string {
  const preset = presetOf(new Set(scopes))
  if (preset === 'all') return t('everyScope')
  if (preset === 'read') return t('readOnly')
  return scopes.length === 1 ? (scopes[0] ?? '') : t('count', { count: scopes.length })
}
