import { useQuery } from '@tanstack/react-query'
import { useRouter, useRouterState, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { AccessToken } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { newTokenCommand, tokenCommands } from '#web/parts/tokens/commands.tsx'
import { DeleteTokenDialog } from '#web/parts/tokens/delete-dialog.tsx'
import { t } from '#web/parts/tokens/messages.ts'
import { ScopeSummary } from '#web/parts/tokens/scope-summary.tsx'
import { usageSnippet } from '#web/parts/tokens/snippet.ts'
import { TokenStatus } from '#web/parts/tokens/status.tsx'
import { TokenDialog, TokenSecretDialog } from '#web/parts/tokens/token-dialog.tsx'
import { useMenuOf } from '#web/shell/access/permitted.tsx'
import { ListPage } from '#web/shell/layouts.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Code } from '#web/ui/display/code.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { Pagination } from '#web/ui/display/pagination.tsx'
import { type Column, Table } from '#web/ui/display/table.tsx'
import { KeyShapeIcon, PlusIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'

const limit = 25

const columns: readonly Column<AccessToken>[] = [
  { id: 'comment', head: t('comment'), cell: ({ comment }) => comment },
  { id: 'status', head: t('status'), cell: (token) => <TokenStatus token={token} /> },
  { id: 'scopes', head: t('scopes'), narrow: 'hide', cell: (token) => <ScopeSummary token={token} /> },
  {
    id: 'expires',
    head: t('expires'),
    align: 'end',
    quiet: true,
    narrow: 'hide',
    cell: ({ expiresAt }) => (expiresAt === null ? t('never') : <Time as="day" at={expiresAt} />),
  },
  {
    id: 'used',
    head: t('lastUsed'),
    align: 'end',
    quiet: true,
    narrow: 'hide',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('notUsed') : <Time at={lastUsedAt} />),
  },
]

/** The API tokens of the organization; `…/new` opens the create dialog, `?edit=` the dialog of one token. */
export default function TokenList() {
  const organization = useOrganization()
  const router = useRouter()
  const menuOf = useMenuOf()
  const isNew = useRouterState({ select: ({ location }) => location.pathname.endsWith('/new') })
  const { edit, page = 1 } = useSearch({ strict: false }) as { edit?: string; page?: number }
  const [secret, setSecret] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<AccessToken | null>(null)
  const query = useQuery(apiQuery('organizationAccessTokens', 'list', { organizationId: organization.id, page, limit }))
  const here = `/dashboard/${organization.slug}/developers/tokens`
  const paged = page === 1 ? '' : `page=${page}`
  const go = (href: string) => router.history.push(href)
  const back = () => go(paged === '' ? here : `${here}?${paged}`)
  const closeDelete = () => {
    setDeleting(null)
    if (edit !== undefined) back()
  }
  const editHref = ({ id }: AccessToken) => `${here}?edit=${id}${paged === '' ? '' : `&${paged}`}`
  const create = newTokenCommand(() => go(`${here}/new`))
  const actionsOf = (token: AccessToken) => {
    const actions = tokenCommands(token, { onEdit: (one) => go(editHref(one)), onDelete: setDeleting })
    return menuOf([actions.edit, actions.copyId], [actions.remove])
  }
  const button = (
    <Button icon={PlusIcon} variant="primary" onClick={create.run} shortcut="c">
      {t('actions.new')}
    </Button>
  )
  const isEmpty = query.data?.pagination.totalCount === 0
  const edited = query.data?.items.find(({ id }) => id === edit)

  return (
    <ListPage
      head={
        <PageHeader lead={isEmpty ? undefined : t('description')} title={t('title')}>
          {query.data !== undefined && !isEmpty && button}
        </PageHeader>
      }
    >
      <QueryContent query={query}>
        {({ items, pagination }) =>
          pagination.totalCount === 0 ? (
            <Empty action={button} icon={KeyShapeIcon} text={t('empty.text')} title={t('empty.title')}>
              <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
                <h3 className="text-label font-strong">{t('empty.code')}</h3>
                <Code name={t('empty.code')} text={usageSnippet(location.origin)} />
              </div>
            </Empty>
          ) : (
            <>
              <Table
                actionsOf={actionsOf}
                columns={columns}
                hrefOf={editHref}
                idOf={({ id }) => id}
                label={t('title')}
                nameOf={({ comment }) => comment}
                rows={items}
                stale={query.isPlaceholderData}
              />
              <Pagination
                limit={limit}
                onPage={(next) => go(next === 1 ? here : `${here}?page=${next}`)}
                page={page}
                selects={false}
                total={pagination.totalCount}
              />
            </>
          )
        }
      </QueryContent>
      {isNew && secret === null && <TokenDialog onClose={back} onCreated={setSecret} organizationId={organization.id} />}
      {secret !== null && (
        <TokenSecretDialog
          onClose={() => {
            setSecret(null)
            router.history.replace(here)
          }}
          secret={secret}
        />
      )}
      {edited !== undefined && deleting === null && (
        <TokenDialog key={edited.id} onClose={back} onDelete={() => setDeleting(edited)} organizationId={organization.id} token={edited} />
      )}
      {deleting !== null && <DeleteTokenDialog onClose={closeDelete} token={deleting} />}
    </ListPage>
  )
}
