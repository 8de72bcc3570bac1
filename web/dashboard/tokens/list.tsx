import { useRouter, useRouterState, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { newTokenCommand, tokenCommands } from '#web/parts/tokens/commands.tsx'
import { DeleteTokenDialog } from '#web/parts/tokens/delete-dialog.tsx'
import { t } from '#web/parts/tokens/messages.ts'
import { ScopeSummary } from '#web/parts/tokens/scope-summary.tsx'
import { usageSnippet } from '#web/parts/tokens/snippet.ts'
import { TokenStatus } from '#web/parts/tokens/status.tsx'
import { TokenDialog, TokenSecretDialog } from '#web/parts/tokens/token-dialog.tsx'
import { type Item, type ListActions, type ListPlace, resourceList } from '#web/shell/list/resource-list.tsx'
import { Code } from '#web/ui/display/code.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { KeyShapeIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'

type Token = Item<'organizationAccessTokens'>

const pathOf = (at: string, page: number, edit?: string) => {
  const search = new URLSearchParams({ ...(edit !== undefined && { edit }), ...(page > 1 && { page: String(page) }) })
  return `${at}/developers/tokens${search.size === 0 ? '' : `?${search}`}`
}

/** The API tokens of the organization; `…/new` opens the create dialog, `?edit=` the dialog of one token. */
export default resourceList({
  call: 'organizationAccessTokens',
  hasExport: false,
  kinds: {},
  title: () => t('title'),
  lead: () => t('description'),
  filters: () => ({}),
  queryOf: () => ({}),
  columns: [
    { id: 'comment', head: () => t('comment'), cell: ({ comment }) => comment },
    { id: 'status', head: () => t('status'), cell: (token) => <TokenStatus token={token} /> },
    { id: 'scopes', head: () => t('scopes'), narrow: 'hide', cell: (token) => <ScopeSummary token={token} />, optional: true },
    {
      id: 'expires',
      head: () => t('expires'),
      align: 'end',
      quiet: true,
      narrow: 'hide',
      cell: ({ expiresAt }) => (expiresAt === null ? t('never') : <Time as="day" at={expiresAt} />),
      optional: true,
    },
    {
      id: 'used',
      head: () => t('lastUsed'),
      align: 'end',
      quiet: true,
      narrow: 'second',
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('notUsed') : <Time at={lastUsedAt} />),
      optional: true,
    },
  ],
  nameOf: ({ comment }) => comment,
  hrefOf: ({ id }, at, page) => pathOf(at, page, id),
  noMatches: () => t('empty.title'),
  empty: ({ action }) => (
    <Empty action={action} icon={KeyShapeIcon} text={t('empty.text')} title={t('empty.title')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
        <h3 className="text-label font-strong">{t('empty.code')}</h3>
        <Code name={t('empty.code')} text={usageSnippet(location.origin)} />
      </div>
    </Empty>
  ),
  useActions: useTokenActions,
})

function useTokenActions({ organization, at, go }: ListPlace, tokens: readonly Token[]): ListActions<Token> {
  const router = useRouter()
  const isNew = useRouterState({ select: ({ location }) => location.pathname.endsWith('/new') })
  const { edit, page = 1 } = useSearch({ strict: false }) as { edit?: string; page?: number }
  const [secret, setSecret] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<Token | null>(null)
  const back = () => go(pathOf(at, page))
  const edited = tokens.find(({ id }) => id === edit)
  return {
    create: newTokenCommand(() => go(`${at}/developers/tokens/new`)),
    commandsOf: (token) => {
      const commands = tokenCommands(token, { onEdit: ({ id }) => go(pathOf(at, page, id)), onDelete: setDeleting })
      return [[commands.edit, commands.copyId], [commands.remove]]
    },
    overlays: (
      <>
        {isNew && secret === null && <TokenDialog onClose={back} onCreated={setSecret} organizationId={organization.id} />}
        {secret !== null && (
          <TokenSecretDialog
            onClose={() => {
              setSecret(null)
              router.history.replace(pathOf(at, 1))
            }}
            secret={secret}
          />
        )}
        {edited !== undefined && deleting === null && (
          <TokenDialog
            key={edited.id}
            onClose={back}
            onDelete={() => setDeleting(edited)}
            organizationId={organization.id}
            token={edited}
          />
        )}
        {deleting !== null && (
          <DeleteTokenDialog
            onClose={() => {
              setDeleting(null)
              if (edit !== undefined) back()
            }}
            token={deleting}
          />
        )}
      </>
    ),
  }
}
