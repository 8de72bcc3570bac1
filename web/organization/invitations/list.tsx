import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Invitation } from '#client/index.ts'
import { unwrap } from '#web/api.ts'
import { downloadCsv } from '#web/parts/download.ts'
import { ListPage } from '#web/shell/layouts.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { useShortcut } from '#web/ui/actions/shortcut.ts'
import { Empty, FilteredEmpty } from '#web/ui/display/empty.tsx'
import { FilterBar } from '#web/ui/display/filter-bar.tsx'
import { Table } from '#web/ui/display/table.tsx'
import { DownloadIcon, EnvelopeIcon, PlusIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { organizations } from '../client.ts'
import { useMembership } from '../membership.ts'
import { t } from '../messages.ts'
import type { invitationSearch } from '../search.ts'
import { DestructiveActionDialog } from '../settings/destructive-action-dialog.tsx'
import { useSettingsNavigation } from '../use-settings-navigation.ts'
import { columnsOf } from './columns.tsx'
import { InvitationDrawer } from './invitation-drawer.tsx'
import { InviteDrawer } from './invite-drawer.tsx'
import { stateOf, states, statusOf } from './states.ts'
import { useInvitationActions } from './use-invitation-actions.ts'

const pageLimit = 100

/** All invitations and their states; `/new` opens the invite drawer, `/<id>` one invitation. */
export default function Invitations() {
  const { organization, may } = useMembership()
  const { at, id, set, open, hrefOf } = useSettingsNavigation<typeof invitationSearch>()
  const { translate } = useLanguage()
  const [canceling, setCanceling] = useState<Invitation | null>(null)
  const actionsOf = useInvitationActions(setCanceling)
  const state = states.find((each) => each === at.status)
  const status = statusOf(state)
  const query = useInfiniteQuery({
    queryKey: ['organization', 'invitations', organization.id, status],
    queryFn: ({ pageParam, signal }) =>
      organizations
        .listInvitations({ organizationId: organization.id, limit: pageLimit, offset: pageParam, ...(status && { status }) }, { signal })
        .then(unwrap),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < pageLimit ? null : pages.length * pageLimit),
    placeholderData: (before) => before,
  })
  const mayInvite = may({ invitation: ['create'] })
  const invite = () => open('new')
  useShortcut('c', invite, mayInvite)
  const now = new Date()
  const all = query.data?.pages.flat() ?? []
  const filtered = all.filter(
    (each) => (state === undefined || stateOf(each, now) === state) && each.email.includes(at.query.trim().toLowerCase()),
  )
  const isEmpty = query.data !== undefined && all.length === 0 && state === undefined
  const selected = all.find((each) => each.id === id)
  const nameOf = (inviterId: string) => organization.members.find(({ userId }) => userId === inviterId)?.user.name
  const button = mayInvite && (
    <Button icon={PlusIcon} variant="primary" onClick={invite} shortcut="c">
      {t('invitations.invite')}
    </Button>
  )
  const columns = columnsOf(now, nameOf)
  const save = () =>
    downloadCsv(`${organization.slug}-invitations.csv`, [
      t('invitations.csvHeads').split(','),
      ...filtered.map((each) => [each.email, stateOf(each, now), each.role, nameOf(each.inviterId) ?? '', each.expiresAt]),
    ])
  return (
    <ListPage
      filters={
        !isEmpty && (
          <FilterBar
            filters={[
              {
                id: 'status',
                label: t('invitations.status'),
                options: states.map((each) => ({ value: each, label: t(`invitations.states.${each}`) })),
              },
            ]}
            onQuery={(text) => set({ query: text })}
            onValues={(values) => set({ status: values['status'] })}
            placeholder={t('invitations.search')}
            query={at.query}
            values={{ status: state }}
          />
        )
      }
      foot={
        query.hasNextPage && (
          <div className="pt-12">
            <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('older')}
            </Button>
          </div>
        )
      }
      head={
        <PageHeader lead={isEmpty ? undefined : t('invitations.description')} title={t('invitations.title')}>
          {!isEmpty && query.data !== undefined && (
            <>
              <Button icon={DownloadIcon} onClick={save}>
                {t('csv')}
              </Button>
              {button}
            </>
          )}
        </PageHeader>
      }
    >
      <QueryContent query={query}>
        {() =>
          isEmpty ? (
            <Empty action={button} icon={EnvelopeIcon} text={t('invitations.emptyText')} title={t('invitations.emptyTitle')} />
          ) : (
            <Table
              actionsOf={actionsOf}
              columns={columns}
              empty={
                <FilteredEmpty
                  action={<Button onClick={() => set({ query: '', status: undefined })}>{translate('clearFilters')}</Button>}
                  title={t('invitations.noMatches')}
                />
              }
              hrefOf={(each) => hrefOf(each.id)}
              idOf={(each) => each.id}
              label={t('invitations.title')}
              nameOf={({ email }) => email}
              rows={filtered}
              stale={query.isPlaceholderData}
            />
          )
        }
      </QueryContent>
      {id === 'new' && mayInvite && <InviteDrawer onClose={() => open(undefined)} />}
      {selected !== undefined && canceling === null && (
        <InvitationDrawer actions={actionsOf(selected)} invitation={selected} onClose={() => open(undefined)} />
      )}
      {canceling !== null && <CancelDialog invitation={canceling} onClose={() => setCanceling(null)} />}
    </ListPage>
  )
}

function CancelDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const { email } = invitation
  return (
    <DestructiveActionDialog
      confirmLabel={t('invitations.cancel')}
      body={{ invitationId: invitation.id }}
      call={organizations.cancelInvitation}
      onClose={onClose}
      title={t('invitations.cancelTitle', { email })}
      successMessage={t('invitations.canceled', { email })}
    >
      <p>{t('invitations.cancelText')}</p>
    </DestructiveActionDialog>
  )
}
